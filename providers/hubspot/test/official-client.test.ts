/**
 * HubSpot's own client against the simulator: it has the same effects as the actions, and agrees with them on every
 * common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "../../../judges/vendors/hubspot.ts";
import { tokens } from "../simulator/index.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const client = new Client({
    accessToken: tokens.everything,
    basePath: world.simulator.url,
    numberOfApiCallRetries: 0,
  });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { crm: client.crm, run };
}

/** Converts the client's record to the form of our output. */
function ours(object: {
  id: string;
  properties: Record<string, string | null>;
  createdAt: Date;
  updatedAt: Date;
  archived?: boolean;
}) {
  const properties = Object.entries(object.properties).map(([name, value]) => ({ name, value }));
  return {
    id: object.id,
    archived: object.archived ?? null,
    createdAt: object.createdAt.toISOString(),
    updatedAt: object.updatedAt.toISOString(),
    properties,
  };
}

const usual = ["email", "firstname", "lastname", "phone", "company"];

test("the actions and the client read the same contacts, companies, deals, tickets, associations, owners and pipelines", async (t) => {
  const { crm, run } = await open(t);
  assert.deepEqual(await run("contacts.get", { id: "101" }), ours(await crm.contacts.basicApi.getById("101", usual)));
  const searched = await crm.contacts.searchApi.doSearch({ query: "rivera", properties: usual, limit: 50 });
  const { records, total } = await run("contacts.search", { query: "rivera" });
  assert.deepEqual([records, total], [searched.results.map(ours), searched.total]);
  const filters = [{ propertyName: "domain", operator: "EQ" as never, value: "example.com" }];
  const companies = await crm.companies.searchApi.doSearch({ filterGroups: [{ filters }], properties: ["name"] });
  const byDomain = await run("companies.search", {
    filters: [{ property: "domain", operator: "EQ", value: "example.com" }],
    properties: ["name"],
  });
  assert.deepEqual(byDomain["records"], companies.results.map(ours));
  for (const [type, api, id] of [
    ["companies", crm.companies.basicApi, "201"],
    ["deals", crm.deals.basicApi, "301"],
    ["tickets", crm.tickets.basicApi, "401"],
  ] as const) {
    const properties = ["hs_object_id"];
    assert.deepEqual(await run(`${type}.get`, { id, properties }), ours(await api.getById(id, properties)));
  }
  const associated = await crm.associations.v4.basicApi.getPage("contacts", "101", "companies");
  const { ids } = await run("associations.list", { from: "contacts", id: "101", to: "companies" });
  assert.deepEqual(
    ids,
    associated.results.map(({ toObjectId }) => toObjectId),
  );
  const owners = await crm.owners.ownersApi.getPage();
  assert.deepEqual(
    (await run("owners.list", {}))["owners"],
    owners.results.map(({ id, email, firstName, lastName, userId }) => ({ id, email, firstName, lastName, userId })),
  );
  const pipelines = await crm.pipelines.pipelinesApi.getAll("deals");
  assert.deepEqual(
    (await run("pipelines.list", {}))["pipelines"],
    pipelines.results.map(({ id, label, stages }) => {
      return { id, label, stages: stages.map((stage) => ({ id: stage.id, label: stage.label })) };
    }),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { crm, run } = await open(t);
  const values = [{ name: "firstname", value: "Zoë" }];
  const made = await run("contacts.upsert", { email: "zoe@example.com", values });
  assert.equal(made["created"], true);
  const read = await crm.contacts.basicApi.getById("zoe@example.com", usual, undefined, undefined, undefined, "email");
  assert.equal(read.properties["firstname"], "Zoë");
  const batch = await crm.contacts.batchApi.upsert({
    inputs: [{ idProperty: "email", id: "zoe@example.com", properties: { phone: "7" } }],
  });
  assert.equal(batch.results[0]?.id, read.id);
  assert.equal((await run("contacts.upsert", { email: "zoe@example.com", values }))["created"], false);
  await run("contacts.update", { id: read.id, values: [{ name: "phone", value: "8" }] });
  assert.equal((await crm.contacts.basicApi.getById(read.id, ["phone"])).properties["phone"], "8");
  const deal = await run("deals.create", {
    values: [{ name: "dealname", value: "One" }],
    markerProperty: "svc_execution",
  });
  const marked = await crm.deals.basicApi.getById(String(deal["id"]), ["dealname", "svc_execution"]);
  assert.match(marked.properties["svc_execution"] ?? "", /^[0-9a-f]{32}$/);
  const company = await crm.companies.basicApi.create({ properties: { name: "By the client" } });
  assert.deepEqual(await run("companies.get", { id: company.id, properties: ["name"] }), ours(company));
  await run("associations.set", { from: "deals", id: deal["id"], to: "companies", toId: company.id });
  const linked = await crm.associations.v4.basicApi.getPage("companies", company.id, "deals");
  assert.deepEqual(
    linked.results.map(({ toObjectId }) => toObjectId),
    [deal["id"]],
  );
  const note = await run("notes.create", { on: "deal", id: deal["id"], text: "Sent.", at: "2026-03-10T09:00:00Z" });
  const written = await crm.objects.notes.basicApi.getById(String(note["id"]), ["hs_note_body"]);
  assert.equal(written.properties["hs_note_body"], "Sent.");
  const ticket = await run("tickets.create", { values: [{ name: "subject", value: "Squeak" }] });
  assert.equal((await crm.tickets.basicApi.getById(String(ticket["id"]), ["subject"])).properties["subject"], "Squeak");
  const taken = crm.contacts.basicApi.create({ properties: { email: "zoe@example.com" } });
  await assert.rejects(taken, { code: 409 });
});
