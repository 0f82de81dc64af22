/** Lists: their limits, their pages and their cursors. */
import assert from "node:assert/strict";
import {
  assertProblem,
  openSession,
  devConfig,
  suiteOnBothEngines,
  testOrigin,
  uniqueName,
  verifies,
  type Caller,
  type Fixture,
} from "../harness/index.ts";

/** A list with at least three items. */
interface Listing {
  readonly name: string;
  readonly path: string;
  readonly filter: string;
  readonly caller: Caller;
}

interface Page {
  readonly nextCursor: string | null;
  readonly [name: string]: unknown;
}

/** A new client with three of every resource. */
async function fill(fixture: Fixture): Promise<readonly Listing[]> {
  const { caller } = await fixture.another();
  const tenantId = await fixture.tenant(caller);
  for (let count = 0; count < 2; count++) await fixture.tenant(caller);
  const first = await fixture.connected({ caller, tenantId });
  for (let count = 0; count < 2; count++) await fixture.connected({ caller, tenantId });
  for (let count = 0; count < 3; count++) await first.run("secrets.names.list", devConfig);
  const base = `/v1/tenants/${tenantId}`;
  return [
    { name: "tenants", path: "/v1/tenants", filter: "externalId=nobody", caller },
    { name: "connectSessions", path: `${base}/connect-sessions`, filter: "status=completed", caller },
    { name: "connections", path: `${base}/connections`, filter: "status=active", caller },
    { name: "executions", path: `${base}/action-executions`, filter: "action_id=secrets.names.list", caller },
  ];
}

function items(page: Page, name: string): readonly { id: string; createdAt: string }[] {
  return page[name] as readonly { id: string; createdAt: string }[];
}

async function pageOf({ caller, path }: Listing, query: string): Promise<Page> {
  const response = await caller.get(`${path}${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json as Page;
}

async function cursorOf(listing: Listing): Promise<string> {
  const { nextCursor } = await pageOf(listing, "?limit=1");
  assert.ok(nextCursor !== null);
  return nextCursor;
}

suiteOnBothEngines("lists", (fixture) => {
  let filled: Promise<readonly Listing[]> | undefined;
  const listings = (): Promise<readonly Listing[]> => (filled ??= fill(fixture()));

  verifies("lists.etag", "answers 304 to a poller until something changes, if its key is valid", async () => {
    const { caller } = await fixture().another();
    const tenantId = await fixture().tenant(caller);
    const empty = "/v1/tenants?externalId=nobody";
    for (const path of ["/v1/tenants", `/v1/tenants/${tenantId}`, empty]) {
      const first = await caller.get(path);
      const etag = first.headers["etag"] ?? "";
      assert.match(etag, /^W\/"[^"]+"$/);
      const known = [["if-none-match", etag]] as const;
      const again = await caller.get(path, { headers: known });
      assert.deepEqual([again.status, again.text, again.headers["etag"]], [304, "", etag]);
      assertProblem(await fixture().server.http.send({ method: "GET", path, headers: known }), "UNAUTHENTICATED");
      const body = { displayName: uniqueName("renamed") };
      const renamed = await caller.patch(`/v1/tenants/${tenantId}`, body, { headers: [["if-none-match", "*"]] });
      assert.equal(renamed.status, 200);
      assert.equal((await caller.get(path, { headers: known })).status, path === empty ? 304 : 200);
    }
    const stranger = (await fixture().another()).caller;
    const known = [["if-none-match", "*"]] as const;
    assertProblem(await stranger.get(`/v1/tenants/${tenantId}`, { headers: known }), "TENANT_NOT_FOUND");
  });

  verifies("lists.limit", "accepts 1 and 100, and refuses values outside that range", async () => {
    for (const listing of await listings()) {
      assert.equal(items(await pageOf(listing, "?limit=1"), listing.name).length, 1);
      assert.equal(items(await pageOf(listing, "?limit=100"), listing.name).length, 3);
      for (const limit of ["0", "101", "-1", "1.5", "abc", "", "1e1", "0x10", "1&limit=2", " 1", "9".repeat(30)]) {
        assertProblem(await listing.caller.get(`${listing.path}?limit=${encodeURI(limit)}`), "INVALID_REQUEST");
      }
    }
  });

  verifies("lists.limit", "returns twenty by default", async () => {
    const { caller } = await fixture().another();
    for (let count = 0; count < 21; count++) await fixture().tenant(caller);
    const page = (await caller.get("/v1/tenants")).json as Page;
    assert.equal(items(page, "tenants").length, 20);
    const rest = (await caller.get(`/v1/tenants?cursor=${page.nextCursor}`)).json as Page;
    assert.equal(items(rest, "tenants").length, 1);
    assert.equal(rest.nextCursor, null);
  });

  verifies("lists.pages", "returns the same items in the same order in pages of one", async () => {
    for (const listing of await listings()) {
      const whole = items(await pageOf(listing, "?limit=100"), listing.name);
      const times = whole.map(({ createdAt }) => createdAt);
      assert.deepEqual(times, [...times].sort().reverse(), `${listing.name} are not newest first`);
      const found: unknown[] = [];
      let cursor: string | null = null;
      do {
        const next: Page = await pageOf(listing, `?limit=1${cursor === null ? "" : `&cursor=${cursor}`}`);
        found.push(...items(next, listing.name));
        cursor = next.nextCursor;
      } while (cursor !== null && found.length <= whole.length);
      assert.deepEqual(found, whole);
    }
  });

  verifies("lists.pages", "isn't affected by items created between two pages", async () => {
    const { caller } = await fixture().another();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift(await fixture().tenant(caller));
    const first = (await caller.get("/v1/tenants?limit=2")).json as Page;
    await fixture().tenant(caller);
    const second = (await caller.get(`/v1/tenants?limit=2&cursor=${first.nextCursor}`)).json as Page;
    const seen = [...items(first, "tenants"), ...items(second, "tenants")].map(({ id }) => id);
    assert.deepEqual(seen, ids);
  });

  verifies("lists.cursor", "refuses an altered cursor", async () => {
    for (const listing of await listings()) {
      const cursor = await cursorOf(listing);
      const altered = new Set(["x", "0", "null", "%00", `${cursor}A`, cursor.slice(0, -1), cursor.toUpperCase()]);
      for (let at = 0; at < cursor.length; at += 3) {
        altered.add(`${cursor.slice(0, at)}${cursor[at] === "A" ? "B" : "A"}${cursor.slice(at + 1)}`);
      }
      altered.delete(cursor);
      for (const one of altered) {
        const response = await listing.caller.get(`${listing.path}?limit=1&cursor=${one}`);
        assertProblem(response, "INVALID_REQUEST");
      }
      assertProblem(await listing.caller.get(`${listing.path}?cursor=`), "INVALID_REQUEST");
      assertProblem(await listing.caller.get(`${listing.path}?cursor=${"a".repeat(2000)}`), "INVALID_REQUEST");
      assertProblem(await listing.caller.get(`${listing.path}?cursor=${cursor}&cursor=${cursor}`), "INVALID_REQUEST");
    }
  });

  verifies("lists.cursor", "refuses a cursor of another list, filter or client", async () => {
    const all = await listings();
    const others = await fill(fixture());
    for (const [index, listing] of all.entries()) {
      const cursor = await cursorOf(listing);
      for (const other of all) {
        if (other === listing) continue;
        assertProblem(await other.caller.get(`${other.path}?limit=1&cursor=${cursor}`), "INVALID_REQUEST");
      }
      const filtered = `${listing.path}?${listing.filter}&limit=1&cursor=${cursor}`;
      assertProblem(await listing.caller.get(filtered), "INVALID_REQUEST");
      const foreign = others[index];
      assert.ok(foreign !== undefined);
      assertProblem(await foreign.caller.get(`${foreign.path}?limit=1&cursor=${cursor}`), "INVALID_REQUEST");
    }
  });

  verifies("lists.cursor", "refuses a cursor of another tenant of the same client", async () => {
    const { caller } = fixture();
    const one = await fixture().tenant();
    const two = await fixture().tenant();
    for (const tenantId of [one, two]) {
      for (let count = 0; count < 2; count++) await openSession(caller, tenantId, { allowedOrigin: testOrigin });
    }
    const path = (tenantId: string): string => `/v1/tenants/${tenantId}/connect-sessions`;
    const listing = { name: uniqueName("sessions"), path: path(one), filter: "", caller };
    assertProblem(await caller.get(`${path(two)}?limit=1&cursor=${await cursorOf(listing)}`), "INVALID_REQUEST");
  });
});
