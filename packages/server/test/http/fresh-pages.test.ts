/** Pages that are kept show nothing that is no longer so, to nobody but those who may see it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { createFreshPages, sharedPages, type FreshPages } from "../../src/http/fresh-pages.ts";
import { createGrouping } from "../../src/store/groups/grouping.ts";
import { makeFixture as makeWorld, type Fixture as World } from "../oauth/fixture.ts";

const freshPages = (mark: () => string | null): FreshPages =>
  createFreshPages({ kind: "at hand", now: mark }, createGrouping(sharedPages));

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Counts how often a page is made. */
function maker() {
  let made = 0;
  return { count: () => made, make: () => Promise.resolve(`page ${(made += 1)}`) };
}

test("a page is made once while the mark stays, for each client and path, and anew after it", async () => {
  let mark: string | null = "1";
  const pages = freshPages(() => mark);
  const { count, make } = maker();
  const get = async (clientId: string, url: string) => String(await pages.get(clientId, url, make));
  assert.deepEqual([await get("a", "/x"), await get("a", "/x")], ["page 1", "page 1"]);
  assert.deepEqual([await get("b", "/x"), await get("a", "/x?limit=1")], ["page 2", "page 3"]);
  mark = "2";
  assert.equal(await get("a", "/x"), "page 4");
  mark = null;
  assert.deepEqual([await get("a", "/x"), await get("a", "/x")], ["page 5", "page 6"]);
  assert.equal(count(), 6);
});

test("what changed while a page was read is not kept, and neither is what failed", async () => {
  let mark = "1";
  const pages = freshPages(() => mark);
  const { make } = maker();
  const slow = pages.get("a", "/x", async () => {
    await delay(0);
    return "old";
  });
  await turn();
  mark = "2";
  assert.equal(String(await pages.get("a", "/y", make)), "page 1");
  assert.equal(String(await slow), "old");
  assert.equal(String(await pages.get("a", "/x", make)), "page 2");
  await assert.rejects(pages.get("a", "/z", () => Promise.reject(new Error("no"))));
  assert.equal(String(await pages.get("a", "/z", make)), "page 3");
});

test("so many pages are kept of a client, and so many bytes of all", async () => {
  const pages = freshPages(() => "1");
  const isKept = async (clientId: string, url: string, text: string): Promise<boolean> => {
    await pages.get(clientId, url, () => Promise.resolve(text));
    return String(await pages.get(clientId, url, () => Promise.resolve("made again"))) !== "made again";
  };
  for (let page = 0; page < 64; page += 1) assert.ok(await isKept("a", `/${page}`, "."));
  assert.equal(await isKept("a", "/64", "."), false);
  assert.equal(await isKept("b", "/long", "x".repeat(256 * 1024 + 1)), false);
  const long = "x".repeat(200 * 1024);
  for (let client = 0; client < 30; client += 1) assert.ok(await isKept(`c${client}`, "/", long));
  assert.equal(String(await pages.get("c0", "/", () => Promise.resolve("made again"))), "made again");
});

test("who comes in one turn shares one look, which is made after all of them have come", async () => {
  const state = { mark: 1, looks: 0 };
  const pages = freshPages(() => {
    state.looks += 1;
    return String(state.mark);
  });
  const { make } = maker();
  const get = async (url: string) => String(await pages.get("a", url, make));
  assert.equal(await get("/x"), "page 1");
  state.looks = 0;
  // Whoever asks after a change sees it, whoever has asked before it in the same turn.
  const first = get("/x");
  state.mark = 2;
  assert.deepEqual([await get("/x"), await first].includes("page 1"), false);
  assert.equal(state.looks, 1);
  state.looks = 0;
  const kept = await get("/x");
  assert.deepEqual(await Promise.all([get("/x"), get("/x"), get("/x")]), [kept, kept, kept]);
  assert.equal(state.looks, 2);
});

test("a look that fails fails those who came for it, and nobody after them", async () => {
  let isBroken = true;
  const pages = freshPages(() => {
    if (isBroken) throw new Error("broken");
    return "1";
  });
  const { make } = maker();
  const asked = [pages.get("a", "/x", make), pages.get("a", "/x", make)];
  for (const one of asked) await assert.rejects(one, /broken/);
  isBroken = false;
  assert.equal(String(await pages.get("a", "/x", make)), "page 1");
});

/** A database that says its mark where it is asked. */
function askedMarks() {
  const state = { mark: "1", asked: 0, read: 0 };
  const pages = createFreshPages(
    {
      kind: "asked for",
      now: () => Promise.resolve(state.mark).finally(() => (state.asked += 1)),
      reading: async (read) => ({ mark: state.mark === "none" ? null : state.mark, value: await read() }),
    },
    createGrouping(sharedPages),
  );
  const make = () => Promise.resolve(`page ${(state.read += 1)}`);
  const get = async (url = "/x", clientId = "a") => String(await pages.get(clientId, url, make));
  return { state, pages, get };
}

test("a mark that has to be asked for is asked once two pages had the same, and a page is given while it stays", async () => {
  const { state, get } = askedMarks();
  assert.deepEqual([await get(), await get(), state.asked], ["page 1", "page 2", 0]);
  assert.deepEqual([await get(), await get(), state.asked], ["page 2", "page 2", 2]);
  assert.deepEqual([await get("/y"), await get("/x", "b"), state.asked], ["page 3", "page 4", 2]);
  state.mark = "none";
  assert.equal(await get("/w"), "page 5");
  state.mark = "1";
  assert.deepEqual([await get("/w"), await get(), state.asked], ["page 6", "page 2", 3]);
  state.mark = "2";
  assert.deepEqual([await get(), await get("/y"), state.asked], ["page 7", "page 8", 4]);
  state.mark = "none";
  assert.deepEqual([await get(), await get(), await get()], ["page 9", "page 10", "page 11"]);
});

test("where changes come all the time next to nobody asks, and a page that holds makes asking worth it again", async () => {
  const { state, get } = askedMarks();
  // Three looks after each change, as a console's: two would have the same mark each time.
  for (let change = 0; change < 400; change += 1) {
    state.mark = `${change}`;
    for (const url of ["/x", "/y", "/z"]) await get(url);
  }
  assert.ok(state.asked <= 2, `${state.asked} asked in vain`);
  for (let look = 0; look < 16; look += 1) await get();
  const { read, asked } = state;
  for (let look = 0; look < 10; look += 1) await get();
  assert.deepEqual([state.read - read, state.asked - asked], [0, 10]);
  state.mark = "another";
  for (let look = 0; look < 3; look += 1) await get();
  await get();
  assert.equal(state.read - read, 2);
});

test("a page is not kept under a mark that is newer than it, nor given by an answer from before it was asked for", async () => {
  let mark = "1";
  let content = "old";
  const answers: ((mark: string) => void)[] = [];
  const pages = createFreshPages(
    {
      kind: "asked for",
      now: () => new Promise((resolve) => answers.push(resolve)),
      reading: async (read) => ({ mark, value: await read() }),
    },
    createGrouping(sharedPages),
  );
  const get = async () => String(await pages.get("a", "/x", () => Promise.resolve(content)));
  await get();
  assert.equal(await get(), "old");
  const before = get();
  [mark, content] = ["2", "new"];
  const read = get();
  answers[0]?.("1");
  assert.equal(await before, "old");
  answers[1]?.("2");
  assert.equal(await read, "new");
});

/** A process of its own changes the database beside the server. */
function changeElsewhere({ databaseFile }: World, statement: string): void {
  const program =
    'const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(process.argv[1]).exec(process.argv[2])';
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", program, databaseFile, statement]);
}

test("what we and other processes write is in the next page, and a revoked key is shown none", async (t) => {
  const world = await makeWorld(t, { apps: false });
  const { owner } = world;
  const names = async (): Promise<readonly string[]> => {
    const { status, body } = await world.call("GET", "/v1/tenants");
    assert.equal(status, 200);
    return (body["tenants"] as readonly { displayName: string }[]).map(({ displayName }) => displayName);
  };
  const { changeMarks } = world.deployment.store;
  const mark = await changeMarks.now();
  assert.ok(mark !== null && mark === (await changeMarks.now()));
  const [first = ""] = await names();
  assert.deepEqual(await names(), [first]);
  const made = await world.call("POST", "/v1/tenants", { externalId: "another", displayName: "Another" });
  assert.deepEqual(await names(), ["Another", first]);
  changeElsewhere(world, `update tenants set display_name = 'Renamed' where id = '${String(made.body["id"])}'`);
  assert.deepEqual(await names(), ["Renamed", first]);
  const connections = `/v1/tenants/${owner.tenantId}/connections`;
  assert.equal((await world.call("GET", connections)).status, 200);
  assert.equal((await world.call("GET", connections)).status, 200);
  const stranger = await world.newOwner();
  assert.equal((await world.call("GET", connections, undefined, stranger)).status, 404);
  changeElsewhere(world, `update tenants set deleted_at = 1 where id = '${owner.tenantId}'`);
  assert.equal((await world.call("GET", connections)).status, 404);
  assert.equal((await names()).length, 2);
  changeElsewhere(world, `update service_keys set revoked_at = 1 where client_id = '${owner.clientId}'`);
  const deadline = Date.now() + 60_000;
  while ((await world.call("GET", "/v1/tenants")).status !== 401) {
    assert.ok(Date.now() < deadline, "the key was revoked");
    await delay(20);
  }
});
