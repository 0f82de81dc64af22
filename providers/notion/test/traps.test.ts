/** Notion's peculiarities: capabilities, unshared pages, split texts, answers that leave a change unknown. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createPort, runLook, testMarker } from "@svc/provider-kit/testing";
import { seededId, tokens, type NotionWorld, type Switches } from "../simulator/index.ts";
import { notion } from "../src/index.ts";
import { plainText, toParagraphs, toRichText } from "../src/rich-text.ts";
import { openSimulated } from "./simulated.ts";

const page = { pageId: seededId(1) };
const fresh = { parentPageId: seededId(1), title: "The door squeaks" };

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  return { ...world, codeOf };
}

test("maps missing capabilities, unknown tokens, limits and unshared pages to error codes", async (t) => {
  const reading = await open(t, {}, tokens.readOnly);
  assert.equal(await reading.codeOf("pages.create", fresh), "PROVIDER_FORBIDDEN");
  assert.equal(await reading.codeOf("pages.get", page), "output");
  const unknown = await open(t, {}, `ntn_${"x".repeat(40)}`);
  assert.equal(await unknown.codeOf("pages.get", page), "PROVIDER_UNAUTHORIZED");
  const limited = await open(t, { requestsPerSecond: 0 });
  assert.equal(await limited.codeOf("pages.create", fresh), "PROVIDER_RATE_LIMITED");
  const { codeOf } = await open(t);
  assert.equal(await codeOf("pages.get", { pageId: seededId(77) }), "RESOURCE_NOT_FOUND");
  assert.equal(
    await codeOf("pages.create", { ...fresh, properties: [{ name: "Nothing", text: "x" }] }),
    "PROVIDER_REJECTED",
  );
});

test("a conflict is a refusal, and an overloaded Notion leaves a change unknown", async (t) => {
  for (const [changesResponse, code] of [
    [409, "PROVIDER_REJECTED"],
    [500, "unknown"],
    [503, "unknown"],
    [529, "unknown"],
  ] as const) {
    const { codeOf, simulator } = await open(t, { changesResponse });
    assert.equal(await codeOf("pages.create", fresh), code);
    assert.equal(simulator.ledger.effects.length, 0);
  }
});

test("refuses an ambiguous place before anything is sent", async (t) => {
  const { codeOf, simulator } = await open(t);
  assert.equal(await codeOf("pages.create", { title: "x" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("pages.create", { ...fresh, dataSourceId: seededId(51) }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("pages.create", { ...fresh, markerProperty: "Execution id" }), "PROVIDER_REJECTED");
  assert.equal(await codeOf("comments.create", { text: "x" }), "PROVIDER_REJECTED");
  assert.equal(simulator.ledger.requests.length, 0);
});

test("finds a page by the tenant's own property, and claims nothing without one", async (t) => {
  const action = notion.actions.find(({ id }) => id === "pages.create");
  assert.ok(action);
  const marked = { dataSourceId: seededId(51), title: "Side", markerProperty: "Execution id" };
  for (const [input, verdict] of [
    [marked, "applied"],
    [{ ...marked, markerProperty: undefined }, "undetermined"],
    [fresh, "undetermined"],
  ] as const) {
    const { codeOf, send } = await open(t);
    assert.equal(await codeOf("pages.create", input), "output");
    const now = { sentAt: Date.now(), nowMs: Date.now() };
    const { end } = await runLook(notion, action, { input, ...now, credentialKind: "oauth_token", send });
    assert.equal(end.kind === "verdict" && end.verdict.verdict, verdict);
  }
  assert.equal(testMarker.base64url.length, 22);
});

test("identifies the account by the integration's bot in the workspace", async (t) => {
  const { send } = await open(t);
  const { port } = createPort(notion, { credentialKind: "oauth_token", send });
  for (const auth of notion.auth) {
    assert.deepEqual(await auth.identify(port), { slug: seededId(81), name: "Simulated workspace" });
  }
});

/** Adds pages to the seeded data source, each created a minute after the previous one. */
function addPages({ world }: { world: NotionWorld }, count: number): void {
  const parent = world.parentOf(seededId(51));
  const startMs = Date.UTC(2026, 5, 1);
  world.change(Date.now(), () => {
    for (let number = 0; number < count; number += 1) {
      const createdMs = startMs + number * 60_000;
      const values = { Name: { title: [{ text: { content: `Door ${String(number)}` } }] } };
      world.pages.create({ parent, values, inTrash: false, createdMs, editedMs: createdMs });
    }
  });
}

type Listed = { pages: { id: string; createdAt: string }[]; incomplete: boolean; nextPageToken: string | null };

test("says that a list ended at Notion's limit, and reads on by time of creation", async (t) => {
  const { run, simulator } = await open(t, { resultsMax: 5 });
  addPages(simulator, 12);
  const input = { dataSourceId: seededId(51), pageSize: 3 };
  const query = async (more: object): Promise<Listed> => {
    const end = await run("dataSources.query", { ...input, ...more });
    assert.equal(end.kind, "output", JSON.stringify(end));
    return (end.kind === "output" ? end.output : {}) as Listed;
  };
  const first = await query({});
  assert.deepEqual([first.incomplete, first.nextPageToken === null], [false, false]);
  const last = await query({ pageToken: first.nextPageToken });
  assert.deepEqual([last.incomplete, last.nextPageToken], [true, null]);
  const ids = new Set<string>();
  let createdFrom = "2026-01-01T00:00:00Z";
  let pageToken: string | undefined;
  for (let isAtEnd = false; !isAtEnd;) {
    const page = await query({ createdFrom, ...(pageToken === undefined ? {} : { pageToken }) });
    for (const { id } of page.pages) ids.add(id);
    isAtEnd = page.nextPageToken === null && !page.incomplete;
    pageToken = page.nextPageToken ?? undefined;
    if (page.incomplete) createdFrom = page.pages.at(-1)?.createdAt ?? createdFrom;
  }
  assert.equal(ids.size, 14, "the added and the seeded pages");
  const narrow = await query({ createdFrom, filter: { property: "Status", type: "status", equals: "Open" } });
  assert.deepEqual([narrow.pages, narrow.incomplete], [[], false]);
  const found = await run("pages.search", { query: "Door", pageSize: 100 });
  assert.equal(found.kind === "output" && (found.output as Listed).incomplete, true);
});

test("a page that the integration sees only by its id doesn't cost the list", async (t) => {
  const { run, simulator } = await open(t);
  simulator.world.partial.add(seededId(12));
  const end = await run("dataSources.query", { dataSourceId: seededId(51) });
  const { pages, unreadable } = (end.kind === "output" ? end.output : { pages: [] }) as Listed & { unreadable: number };
  assert.deepEqual([pages.map(({ id }) => id), unreadable], [[seededId(11)], 1]);
  const found = await run("pages.search", { object: "page" });
  assert.equal(found.kind === "output" && (found.output as { unreadable: number }).unreadable, 1);
});

test("refuses more paragraphs than Notion takes before anything is sent, and names the limit", async (t) => {
  const { run, simulator } = await open(t);
  const text = (count: number) => Array.from({ length: count }, () => "x").join("\n\n");
  const end = await run("blocks.append", { blockId: seededId(1), text: text(101) });
  assert.ok(end.kind === "failed");
  assert.match(end.refusal.detail ?? "", /101 paragraphs.*at most 100/);
  assert.equal(simulator.ledger.requests.length, 0);
  assert.equal((await run("blocks.append", { blockId: seededId(1), text: text(100) })).kind, "output");
});

test("splits a long text into items of whole characters, and joins them again", () => {
  for (const text of ["", "x", "x".repeat(2000), "x".repeat(2001), `${"x".repeat(1999)}🎉`, "🎉".repeat(3000)]) {
    const items = toRichText(text) as { text: { content: string } }[];
    for (const { text: one } of items) {
      assert.ok(one.content.length <= 2000);
      assert.equal(one.content.isWellFormed(), true);
    }
    assert.equal(plainText(items.map((item) => ({ plain_text: item.text.content }))), text);
  }
  assert.equal(toParagraphs("a\nb\n\n\nc\r\n\r\nd\n\n").length, 3);
});
