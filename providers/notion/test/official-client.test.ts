/**
 * Notion's own client against the simulator: it has the same effects as the actions, and agrees with them on every
 * common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client, isFullPage, type PageObjectResponse } from "../../../judges/vendors/notion.ts";
import { oauthApp, seededId, tokens } from "../simulator/index.ts";
import { notionVersion } from "../src/auth.ts";
import { plainText } from "../src/rich-text.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const client = new Client({ auth: tokens.everything, baseUrl: world.simulator.url, notionVersion, retry: false });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { client, run, world };
}

/** Converts the client's page to the form of our output, with only its title, text and status properties. */
function ours(page: object) {
  assert.ok(isFullPage(page as PageObjectResponse));
  const {
    id,
    url,
    in_trash: inTrash,
    created_time: createdAt,
    last_edited_time: updatedAt,
    properties,
  } = page as PageObjectResponse;
  const shown = Object.entries(properties).flatMap(([name, value]): [string, string | null][] => {
    if (value.type === "title") return [[name, plainText(value.title)]];
    if (value.type === "rich_text") return [[name, plainText(value.rich_text)]];
    return value.type === "status" ? [[name, value.status?.name ?? null]] : [];
  });
  return { id, url, inTrash, createdAt, updatedAt, properties: Object.fromEntries(shown) };
}

/** Reduces the action's page to the same form. */
function same({ id, url, inTrash, createdAt, updatedAt, properties }: Record<string, unknown>) {
  const shown = (properties as { name: string; type: string; text: string | null }[])
    .filter(({ type }) => ["title", "rich_text", "status"].includes(type))
    .map(({ name, text }) => [name, text] as const);
  return { id, url, inTrash, createdAt, updatedAt, properties: Object.fromEntries(shown) };
}

const doors = seededId(51);

test("the actions and the client read the same pages, content, searches, databases, comments and users", async (t) => {
  const { client, run } = await open(t);
  const page = await run("pages.get", { pageId: seededId(11) });
  assert.deepEqual(same(page), ours(await client.pages.retrieve({ page_id: seededId(11) })));
  const { markdown } = await client.pages.retrieveMarkdown({ page_id: seededId(1) });
  assert.deepEqual(await run("pages.markdown", { pageId: seededId(1) }), { markdown, truncated: false });
  const found = await client.search({ query: "front" });
  assert.deepEqual(
    ((await run("pages.search", { query: "front" }))["results"] as { id: string; object: string }[]).map(
      ({ id, object }) => [id, object],
    ),
    found.results.map(({ id, object }) => [id, object]),
  );
  const queried = await client.dataSources.query({
    data_source_id: doors,
    filter: { property: "Status", status: { equals: "Open" } },
  });
  const filter = { property: "Status", type: "status", equals: "Open" };
  const { pages } = await run("dataSources.query", { dataSourceId: doors, filter });
  assert.equal(queried.results.length, 1);
  assert.deepEqual((pages as Record<string, unknown>[]).map(same), queried.results.map(ours));
  const blocks = await client.blocks.children.list({ block_id: seededId(1) });
  assert.deepEqual(
    ((await run("blocks.list", { blockId: seededId(1) }))["blocks"] as { id: string; type: string }[]).map(
      ({ id, type }) => [id, type],
    ),
    blocks.results.map((block) => [block.id, "type" in block ? block.type : ""]),
  );
  const database = await client.databases.retrieve({ database_id: seededId(50) });
  assert.deepEqual(
    (await run("databases.get", { databaseId: seededId(50) }))["dataSources"],
    "data_sources" in database ? database.data_sources : [],
  );
  const source = await client.dataSources.retrieve({ data_source_id: doors });
  assert.deepEqual(
    (await run("dataSources.get", { dataSourceId: doors }))["properties"],
    Object.values(source.properties).map(({ id, name, type }) => ({ id, name, type })),
  );
  const comments = await client.comments.list({ block_id: seededId(1) });
  assert.deepEqual(
    ((await run("comments.list", { blockId: seededId(1) }))["comments"] as { id: string; text: string }[]).map(
      ({ id, text }) => [id, text],
    ),
    comments.results.map((one) => [one.id, "rich_text" in one ? plainText(one.rich_text) : ""]),
  );
  const users = await client.users.list({});
  assert.deepEqual(
    (await run("users.list", {}))["users"],
    users.results.map((user) => {
      const email = user.type === "person" ? (user.person.email ?? null) : null;
      return { id: user.id, name: user.name, type: user.type, email };
    }),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const properties = [
    { name: "Status", status: "Open" },
    { name: "Notes", text: "x".repeat(1999) + "🎉" },
  ];
  const made = await run("pages.create", {
    dataSourceId: doors,
    title: "Side",
    properties,
    markdown: "# State\nFine.",
  });
  const read = async () => ours(await client.pages.retrieve({ page_id: String(made["id"]) }));
  assert.deepEqual(same(made), await read());
  assert.equal((await client.pages.retrieveMarkdown({ page_id: String(made["id"]) })).markdown, "# State\nFine.");
  const changed = await run("pages.update", {
    pageId: String(made["id"]),
    properties: [{ name: "Status", status: "Done" }],
  });
  assert.deepEqual(same(changed), await read());
  const { blocks } = await run("blocks.append", { blockId: String(made["id"]), text: "One\n\nTwo" });
  const listed = await client.blocks.children.list({ block_id: String(made["id"]) });
  assert.deepEqual(
    (blocks as { id: string }[]).map(({ id }) => id),
    listed.results.map(({ id }) => id).slice(-2),
  );
  const comment = await run("comments.create", { pageId: String(made["id"]), text: "Done?" });
  const { results } = await client.comments.list({ block_id: String(made["id"]) });
  assert.deepEqual(
    results.map(({ id }) => id),
    [comment["id"]],
  );
  await client.comments.create({
    discussion_id: String(comment["discussionId"]),
    rich_text: [{ text: { content: "By the client" } }],
  });
  const said = (await run("comments.list", { blockId: made["id"] }))["comments"] as { text: string }[];
  assert.deepEqual(
    said.map(({ text }) => text),
    ["Done?", "By the client"],
  );
  const created = await client.pages.create({
    parent: { data_source_id: doors },
    properties: { Name: { title: [{ text: { content: "By the client" } }] } },
  });
  assert.equal((await run("pages.get", { pageId: created.id }))["title"], "By the client");
  await run("pages.trash", { pageId: created.id });
  const trashed = await client.pages.retrieve({ page_id: created.id });
  assert.ok(isFullPage(trashed) && trashed.in_trash);
  const wrong = client.pages.update({ page_id: String(made["id"]), properties: { Nothing: { number: 1 } } });
  await assert.rejects(wrong, { code: "validation_error" });
});

test("the client exchanges a code and revokes the token, and one whose Basic header is encoded can't", async (t) => {
  const { client, world } = await open(t);
  const { clientId: client_id, clientSecret: client_secret } = oauthApp;
  const redirect_uri = "http://127.0.0.1:4321/callback";
  world.simulator.world.set({ autoApprove: "alex" });
  const code = async () => {
    const query = new URLSearchParams({ response_type: "code", client_id, redirect_uri, state: "s", owner: "user" });
    const url = `${world.simulator.url}/v1/oauth/authorize?${query.toString()}`;
    const response = await fetch(url, { redirect: "manual" });
    return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
  };
  const grant = { grant_type: "authorization_code", redirect_uri } as const;
  const issued = await client.oauth.token({ client_id, client_secret, ...grant, code: await code() });
  assert.match(issued.access_token, /^ntn_/);
  await client.oauth.revoke({ client_id, client_secret, token: issued.access_token });
  const encoded = Buffer.from(`${client_id}:${client_secret}`.replaceAll("-", "%2D")).toString("base64");
  const refused = await fetch(`${world.simulator.url}/v1/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${encoded}`, "content-type": "application/json" },
    body: JSON.stringify({ ...grant, code: await code() }),
  });
  assert.equal(refused.status, 401);
});
