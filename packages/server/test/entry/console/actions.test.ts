/** Actions in the console: resolving, revoking, disabling; each with its operator in the audit trail. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { presentExecution } from "../../../src/domain/records/record.ts";
import { headingOf, signedIn, versionIn, type Visitor } from "./visitor.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
let visitor: Visitor;
let csrf: string;
before(async () => {
  fixture = await makeFixture();
  visitor = await signedIn(fixture);
  csrf = await visitor.formToken();
});
after(() => fixture.close());

/** The actors in the events of one type in the client's chain. */
async function actors(type: string): Promise<string[]> {
  const filter = { type, tenantId: null, subject: null, beforeSeq: null, limit: 100 };
  const { rows } = await fixture.deployment.store.audit.list(fixture.seeded.clientId, filter);
  return rows.map(({ actor }) => actor);
}

const executionOf = (id: string) => fixture.deployment.store.overview.execution(id);

test("shows every step of an execution, with each look's finding and its basis", async () => {
  const { settledId } = fixture.seeded;
  const { text } = await visitor.get(`/executions/${settledId}`);
  const [, steps = ""] = /<ol class="timeline">([^]*?)<\/ol>/.exec(text) ?? [];
  assert.deepEqual(
    [...steps.matchAll(/<li><strong>(.+?)<\/strong>/g)].map(([, what]) => what),
    [
      "Accepted",
      "Dispatched",
      "No definite response",
      "Looked: can&#39;t tell",
      "Looked: it took effect",
      "Settled as succeeded by evidence",
    ],
  );
  assert.match(steps, /The provider&#39;s &lt;response&gt; proves nothing\./);
  assert.match(steps, /Looked: it took effect<\/strong> <span class="badge quiet">marker</);
  assert.match(text, /settled by evidence/);
  assert.doesNotMatch(text, /Look now/);
  const list = await visitor.get("/executions?status=succeeded");
  assert.match(list.text, /settled by evidence/);
  assert.match((await visitor.get("/unknown")).text, /Looked <time[^>]*>[^<]*<\/time>: can&#39;t tell/);
});

test("looks for an unknown outcome only with the form's token, and says why it can't", async () => {
  const { unknownId, succeededId } = fixture.seeded;
  const path = `/executions/${unknownId}/settle`;
  assert.match((await visitor.get(`/executions/${unknownId}`)).text, /<button class="primary">Look now</);
  assert.equal((await visitor.post(path, {})).status, 400);
  const refused = await visitor.post(path, { csrf });
  assert.equal(refused.status, 409);
  assert.match(refused.text, /The action declares no evidence/);
  assert.equal((await visitor.post(`/executions/${succeededId}/settle`, { csrf })).status, 409);
  assert.equal((await visitor.post("/executions/act_nothing/settle", { csrf })).status, 404);
  assert.equal((await executionOf(unknownId))?.status, "outcome_unknown");
  assert.match(
    (await visitor.get(`/executions/${unknownId}?done=looked`)).text,
    /nothing is proved yet\. The timeline says why/,
  );
});

test("an unknown outcome is reviewed before it is resolved, once, with operator and note", async () => {
  const { unknownId } = fixture.seeded;
  const page = await visitor.get(`/executions/${unknownId}`);
  for (const known of ["acme/secrets.set", "req-1", "late response", "500", "UTC", ">Review<"]) {
    assert.ok(page.text.toLowerCase().includes(known.toLowerCase()), known);
  }
  const path = `/executions/${unknownId}/resolve`;
  const note = "Seen in the provider's log <b>";
  for (const wrong of [
    {},
    { outcome: "perhaps", note },
    { outcome: "failed" },
    { outcome: "failed", note: "x".repeat(2001) },
  ]) {
    const refused = await visitor.post(path, { csrf, confirm: "yes", ...wrong });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /role="alert"/);
  }
  const review = await visitor.post(path, { csrf, outcome: "succeeded", note });
  assert.match(review.text, /<button class="primary">Resolve as succeeded/);
  assert.doesNotMatch(review.text, /class="grave"/);
  assert.deepEqual([review.status, headingOf(review)], [200, "Resolve as succeeded?"]);
  assert.ok(review.text.includes("Seen in the provider&#39;s log &lt;b&gt;"));
  assert.equal((await executionOf(unknownId))?.status, "outcome_unknown");
  const confirmed = { csrf, outcome: "succeeded", note, confirm: "yes" };
  const settled = await visitor.post(path, confirmed);
  assert.deepEqual([settled.status, settled.headers.get("location")], [303, `/executions/${unknownId}?done=resolved`]);
  const row = await executionOf(unknownId);
  assert.equal(row?.status, "succeeded");
  assert.deepEqual([row.resolution?.note, row.resolution?.resolvedBy], [note, `operator ${fixture.tokenId}`]);
  assert.deepEqual(await actors("action_execution.resolved"), [`operator:${fixture.tokenId}`]);
  const shown = await visitor.get(`/executions/${unknownId}?done=resolved`);
  assert.match(shown.text, /<h2>Resolution</);
  assert.doesNotMatch(shown.text, />Review</);
  // As in the API, the error is gone with the unknown outcome.
  const { error } = presentExecution(row);
  assert.equal(error, null);
  assert.doesNotMatch(shown.text, /ACTION_OUTCOME_UNKNOWN|<dt>Error/);
  assert.match(shown.text, /Operator <bdi>Ada &lt;Lovelace&gt;<\/bdi>/);
  assert.equal((await visitor.post(path, confirmed)).status, 303, "repeating it is not an error");
  const other = await visitor.post(path, { ...confirmed, outcome: "failed" });
  assert.equal(other.status, 409);
  assert.match(other.text, / is final/);
  assert.equal((await actors("action_execution.resolved")).length, 1);
});

test("can't resolve an execution that may still be sending, and says when it can", async () => {
  const { earlyId, succeededId } = fixture.seeded;
  const page = await visitor.get(`/executions/${earlyId}`);
  assert.match(page.text, /You can resolve it after <time/);
  assert.doesNotMatch(page.text, /name="outcome"/);
  const fields = { csrf, outcome: "failed", note: "n", confirm: "yes" };
  const early = await visitor.post(`/executions/${earlyId}/resolve`, fields);
  assert.equal(early.status, 409);
  assert.match(early.text, /Try again in \d+ s/);
  assert.equal((await visitor.post(`/executions/${succeededId}/resolve`, fields)).status, 409);
  assert.equal((await executionOf(earlyId))?.status, "outcome_unknown");
  assert.equal((await visitor.post("/executions/act_nothing/resolve", fields)).status, 404);
});

test("disables an endpoint after confirmation, enables it, and sends it an event again", async () => {
  const { endpointId, clientId } = fixture.seeded;
  const path = `/webhooks/${endpointId}`;
  const isEnabled = async () =>
    (await fixture.deployment.store.webhooks.find(clientId, endpointId))?.disabledReason === "";
  const event = /data-copy="(evt_[a-z0-9]+)"/.exec((await visitor.get(path)).text)?.[1] ?? "";
  const again = await visitor.post(`${path}/redeliver`, { csrf, event });
  assert.equal(again.headers.get("location"), `${path}?done=redelivered`);
  assert.deepEqual(await actors("webhook_endpoint.redelivered"), [`operator:${fixture.tokenId}`]);
  assert.equal((await visitor.post(`${path}/redeliver`, { csrf, event: "evt_none" })).status, 404);
  assert.equal(headingOf(await visitor.post(`${path}/disable`, { csrf })), "Disable this endpoint?");
  assert.equal(await isEnabled(), true);
  await visitor.post(`${path}/disable`, { csrf, confirm: "yes" });
  assert.equal(await isEnabled(), false);
  assert.equal((await visitor.post(`${path}/redeliver`, { csrf, event })).status, 409);
  const disabled = await visitor.get(path);
  assert.doesNotMatch(disabled.text, /Redeliver/);
  assert.match(disabled.text, />Enable</);
  await visitor.post(`${path}/enable`, { csrf });
  assert.equal(await isEnabled(), true);
  for (const type of ["webhook_endpoint.disabled", "webhook_endpoint.updated"]) {
    assert.deepEqual(await actors(type), [`operator:${fixture.tokenId}`], type);
  }
});

test("decides about a proposal with its digest and the form's token, once, and shows the decision", async () => {
  const { clientId, tenantId, proposalId } = fixture.seeded;
  const path = `/proposals/${proposalId}`;
  const find = async () => await fixture.deployment.store.proposals.find(clientId, tenantId, proposalId);
  const { text } = await visitor.get(path);
  for (const part of [
    "Create a thing",
    "Create things",
    "It &lt;doesn&#39;t&gt; exist.",
    "a thing[U+202E]",
    '<dt lang="en"><bdi>Secret</bdi></dt><dd><i>Secret, not shown</i></dd>',
    "rule 1 of the service client",
    "<bdi>&lt;user&gt;-318</bdi>",
  ]) {
    assert.ok(text.includes(part), part);
  }
  const [, digest = ""] = /name="digest" value="([^"]+)"/.exec(text) ?? [];
  const form = { csrf, digest, decision: "approve", reason: "Known\r\nregression." };
  assert.equal((await visitor.post(`${path}/decide`, { ...form, csrf: "x" })).status, 400);
  assert.equal((await visitor.post(`${path}/decide`, { ...form, digest: "1.other" })).status, 409);
  assert.equal((await visitor.post(`${path}/decide`, { ...form, decision: "later" })).status, 422);
  const long = await visitor.post(`${path}/decide`, { ...form, reason: "x".repeat(201) });
  assert.equal(long.status, 422);
  assert.match(long.text, /up to 200 characters.*aria-invalid="true"[^>]*>x{201}</s);
  const asked = await visitor.get(`${path}/decide?${new URLSearchParams(form).toString()}`);
  assert.equal(asked.status, 404);
  assert.equal((await find())?.status, "pending");
  const decided = await visitor.post(`${path}/decide`, form);
  assert.equal(decided.headers.get("location"), `${path}?done=approved`);
  const { decision } = (await find()) ?? assert.fail();
  assert.equal(decision?.decidedBy, `Ada <Lovelace>, operator (${fixture.tokenId})`);
  assert.deepEqual([decision.decision, decision.reason], ["approved", "Known regression."]);
  assert.deepEqual(await actors("proposal.approved"), [`operator:${fixture.tokenId}`]);
  const again = await visitor.post(`${path}/decide`, { ...form, decision: "deny" });
  assert.equal(again.status, 409);
  assert.match(again.text, /your decision wasn&#39;t recorded/);
  const after = await visitor.get(`${path}?done=approved`);
  assert.match(after.text, /svc makes the call in a moment, once.*Ada &lt;Lovelace&gt;, operator/s);
  assert.doesNotMatch(after.text, /name="decision"/);
});

test("revokes a key after confirmation, and lists it as revoked", async () => {
  const { clientId, keyId } = fixture.seeded;
  const path = `/service-clients/${clientId}/keys/${keyId}/revoke`;
  const isLiving = async () => (await fixture.deployment.store.serviceClients.keys(clientId))[0]?.revokedAt === null;
  assert.equal(headingOf(await visitor.post(path, { csrf })), "Revoke this key?");
  assert.equal(await isLiving(), true);
  assert.equal(
    (await visitor.post(path, { csrf, confirm: "yes" })).headers.get("location"),
    `/service-clients/${clientId}?done=key_revoked`,
  );
  assert.equal(await isLiving(), false);
  assert.deepEqual(await actors("service_client.key_revoked"), [`operator:${fixture.tokenId}`]);
  assert.equal((await visitor.post(path, { csrf, confirm: "yes" })).status, 404);
  assert.ok(!(await visitor.get(`/service-clients/${clientId}`)).text.includes(path));
});

test("revokes a delegated token after confirmation, and shows it as revoked", async () => {
  const { clientId, tokenId } = fixture.seeded;
  const path = `/tokens/${tokenId}`;
  const revokedAt = async () => (await fixture.deployment.store.delegatedTokens.find(clientId, tokenId))?.revokedAt;
  assert.equal(headingOf(await visitor.post(`${path}/revoke`, { csrf })), "Revoke this token?");
  assert.equal(await revokedAt(), null);
  const revoked = await visitor.post(`${path}/revoke`, { csrf, confirm: "yes" });
  assert.equal(revoked.headers.get("location"), `${path}?done=revoked`);
  assert.notEqual(await revokedAt(), null);
  assert.deepEqual(await actors("delegated_token.revoked"), [`operator:${fixture.tokenId}`]);
  const { text } = await visitor.get(`${path}?done=revoked`);
  assert.match(text, /Revoked, with every token made from it/);
  assert.doesNotMatch(text, /Revoke…/);
  assert.doesNotMatch((await visitor.get("/tokens?status=active")).text, new RegExp(`${path}"`));
});

test("shows what changed in a tool as data, and accepts it after confirmation", async () => {
  const path = "/providers/notes";
  const stored = async () => await fixture.deployment.store.describedProviders.find("notes");
  const { text } = await visitor.get(path);
  assert.match(text, /Works on add_note\./, "as it was reviewed");
  assert.match(text, /Adds a note\. Acme &amp; Sons &lt;img/, "as the server describes it");
  assert.match(text, /New: waits/);
  const fields = { csrf, tool: "add_note", version: versionIn({ text }) };
  const confirming = await visitor.post(`${path}/accept`, fields);
  assert.equal(headingOf(confirming), "Accept this tool?");
  assert.equal(versionIn(confirming), fields.version, "what was looked at is what is accepted");
  assert.equal((await visitor.post(`${path}/accept`, { ...fields, version: "0", confirm: "yes" })).status, 412);
  assert.equal((await stored())?.version, 1);
  const accepted = await visitor.post(`${path}/accept`, { ...fields, confirm: "yes" });
  assert.equal(accepted.headers.get("location"), `${path}?done=accepted`);
  const filter = { type: "provider.applied", tenantId: null, subject: "notes", beforeSeq: null, limit: 1 };
  const [entry] = (await fixture.deployment.store.audit.list("", filter)).rows;
  assert.deepEqual([entry?.actor, entry?.data["accepted"]], [`operator:${fixture.tokenId}`, "add_note"]);
  assert.match((await visitor.get(`${path}?done=accepted`)).text, /Accepted\. Every server/);
  const again = { ...fields, version: String((await stored())?.version), confirm: "yes" };
  assert.equal((await visitor.post(`${path}/accept`, again)).status, 404);
});

test("tests a connection, disconnects it after confirmation, and then can do neither", async () => {
  const { connectionId } = fixture.seeded;
  const path = `/connections/${connectionId}`;
  const status = async () => (await fixture.deployment.store.overview.connection(connectionId))?.status;
  assert.equal((await visitor.post(`${path}/test`, { csrf })).headers.get("location"), `${path}?done=tested`);
  assert.deepEqual(await actors("connection.tested"), [`operator:${fixture.tokenId}`]);
  assert.equal(headingOf(await visitor.post(`${path}/disconnect`, { csrf })), "Disconnect?");
  assert.equal(await status(), "active");
  await visitor.post(`${path}/disconnect`, { csrf, confirm: "yes" });
  assert.equal(await status(), "disconnected");
  assert.deepEqual(await actors("connection.disconnected"), [`operator:${fixture.tokenId}`]);
  const after = await visitor.get(`${path}?done=disconnected`);
  assert.doesNotMatch(after.text, /Test now|Disconnect…/);
  assert.equal((await visitor.post(`${path}/test`, { csrf })).status, 409);
});
