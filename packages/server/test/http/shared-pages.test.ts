/** Who asks for a page that is being made gets the next one, with all others who have come meanwhile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFreshPages, sharedPages } from "../../src/http/fresh-pages.ts";
import { createGrouping } from "../../src/store/groups/grouping.ts";

/** Pages that end when they are told to. */
function pagesByHand() {
  const open: { end(): void; fail(): void }[] = [];
  const make = (): Promise<Buffer> => {
    const name = `page ${open.length + 1}`;
    return new Promise((resolve, reject) => {
      open.push({ end: () => resolve(Buffer.from(name)), fail: () => reject(new Error(name)) });
    });
  };
  return { open, make };
}

/** What pages say. */
async function said(...pages: readonly Promise<Buffer>[]): Promise<readonly string[]> {
  return (await Promise.all(pages)).map(String);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("those who come while a page is made share the one that is begun after it", async () => {
  const { open, make } = pagesByHand();
  const share = createGrouping(sharedPages);
  const get = (key: string, page: () => Promise<Buffer>): Promise<Buffer> => share({ key, make: page });
  const first = get("a", make);
  const later = [get("a", make), get("a", make), get("a", make)];
  await turn();
  assert.equal(open.length, 1);
  open[0]?.end();
  assert.deepEqual(await said(first), ["page 1"]);
  await turn();
  assert.equal(open.length, 2);
  const last = get("a", make);
  open[1]?.end();
  assert.deepEqual(await said(...later), ["page 2", "page 2", "page 2"]);
  await turn();
  open[2]?.end();
  assert.deepEqual(await said(last), ["page 3"]);
  const afterAll = get("a", make);
  open[3]?.end();
  assert.deepEqual(await said(afterAll), ["page 4"]);
});

test("a page that fails fails for those who share it, and for nobody after them", async () => {
  const { open, make } = pagesByHand();
  const share = createGrouping(sharedPages);
  const get = (key: string, page: () => Promise<Buffer>): Promise<Buffer> => share({ key, make: page });
  const first = get("a", make);
  const second = [get("a", make), get("a", make)];
  open[0]?.fail();
  await assert.rejects(first, /page 1/);
  await turn();
  open[1]?.fail();
  for (const one of second) await assert.rejects(one, /page 2/);
  const third = get("a", make);
  open[2]?.end();
  assert.deepEqual(await said(third), ["page 3"]);
});

test("each client and each path has its own", async () => {
  const { open, make } = pagesByHand();
  const pages = createFreshPages({ kind: "at hand", now: () => null }, createGrouping(sharedPages));
  const text = async (): Promise<string> => String(await make());
  const all = [pages.get("a", "/x", text), pages.get("b", "/x", text), pages.get("a", "/x?limit=1", text)];
  await turn();
  assert.equal(open.length, 3);
  for (const { end } of open) end();
  assert.deepEqual(await said(...all), ["page 1", "page 2", "page 3"]);
});
