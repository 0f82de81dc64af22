/** A delegated token as a caller: its narrowed rights, and when it is refused. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { ServiceError } from "@svc/contract";
import type { DelegatedTokenRow, UsedToken } from "../../../src/domain/service-clients/port.ts";
import { createAuthenticate } from "../../../src/domain/service-clients/authenticate.ts";
import { actorOf, coversExecution } from "../../../src/domain/service-clients/caller.ts";
import { sampleDelegatedToken } from "../../adapters/store/agent-samples.ts";
import { sampleClient, sampleKey } from "../../adapters/store/samples.ts";
import { openFixture } from "./fixture.ts";

const id = "dtk_01k0000000e8r9m2p4s6t8w0y2";
const known = [
  { slug: "doppler", actionId: "secrets.get", effect: "read" },
  { slug: "doppler", actionId: "secrets.set", effect: "write" },
] as const;

/** A token of a new key, as the store would find it after `change`. */
async function openToken(context: TestContext, change: (found: UsedToken) => UsedToken = (found) => found) {
  const { keys, platform, clock, store } = await openFixture(context);
  const client = sampleClient({ allowedActions: ["doppler/*"] });
  const key = sampleKey(client.id);
  const ref = { id, clientId: client.id, tenantId: "ten_1" };
  const text = keys.makeDelegatedToken(id);
  const row = sampleDelegatedToken(
    { ...ref, keyId: key.id },
    {
      id,
      hash: keys.hashToken(ref, text),
      connections: ["con_1"],
      maxEffect: "read",
      audience: ["api"],
      createdAt: clock.nowMs,
      expiresAt: clock.nowMs + 60_000,
    },
  );
  let found = change({ client, key, chain: [row], isTenantDeleted: false, tenantLabel: "eu" });
  let lookUps = 0;
  const tokens = { findForUse: (asked: string) => Promise.resolve((lookUps++, asked === id ? found : null)) };
  const ended: string[] = [];
  const authenticate = createAuthenticate({
    store: store.serviceClients,
    tokens,
    keys,
    actions: () => known,
    platform,
    onEndedToken: async ({ id: token }) => void ended.push(token),
  });
  return {
    row,
    text,
    keys,
    clock,
    authenticate,
    ended,
    lookUps: () => lookUps,
    changeTo: (next: (current: UsedToken) => UsedToken) => (found = next(found)),
  };
}

async function codeOf(authentication: Promise<unknown>): Promise<string> {
  const error = await authentication.catch((caught: unknown) => caught);
  return error instanceof ServiceError ? error.code : "accepted";
}

function withToken(change: Partial<DelegatedTokenRow>): (found: UsedToken) => UsedToken {
  return (found) => ({ ...found, chain: found.chain.map((token) => ({ ...token, ...change })) });
}

test("reaches its tenant, its connections and the actions that its effect allows", async (context) => {
  const { authenticate, text, row } = await openToken(context);
  const caller = await authenticate([`Bearer ${text}`]);
  assert.deepEqual(caller.client.allowedActions, ["doppler/secrets.get"]);
  assert.deepEqual([caller.tenants, caller.token?.connections], [{ ids: ["ten_1"] }, ["con_1"]]);
  assert.equal(actorOf(caller), `token:${row.id}`);
  const execution = { connectionId: "con_1", provider: "doppler", actionId: "secrets.get" };
  assert.equal(coversExecution(caller, execution), true);
  assert.equal(coversExecution(caller, { ...execution, connectionId: "con_2" }), false);
  assert.equal(coversExecution(caller, { ...execution, actionId: "secrets.set" }), false);
});

test("reaches nothing if its key was narrowed to other tenants", async (context) => {
  for (const tenants of [{ ids: ["ten_2"] }, { label: "us" }]) {
    const narrow = (found: UsedToken): UsedToken => ({ ...found, key: { ...found.key, tenants } });
    const { authenticate, text } = await openToken(context, narrow);
    assert.deepEqual((await authenticate([`Bearer ${text}`])).tenants, { ids: [] });
  }
});

test("keeps its tenant while the tenant has the key's label, and at most a second longer", async (context) => {
  const narrow = (found: UsedToken): UsedToken => ({ ...found, key: { ...found.key, tenants: { label: "eu" } } });
  const { authenticate, text, clock, changeTo } = await openToken(context, narrow);
  assert.deepEqual((await authenticate([`Bearer ${text}`])).tenants, { ids: ["ten_1"] });
  changeTo((found) => ({ ...found, tenantLabel: "us" }));
  clock.nowMs += 1000;
  assert.deepEqual((await authenticate([`Bearer ${text}`])).tenants, { ids: [] });
  changeTo((found) => ({ ...found, tenantLabel: null }));
  clock.nowMs += 1000;
  assert.deepEqual((await authenticate([`Bearer ${text}`])).tenants, { ids: [] });
});

test("is refused if it has ended, is used elsewhere, or doesn't match its row", async (context) => {
  const ends: Readonly<Record<string, (found: UsedToken) => UsedToken>> = {
    "a revoked token": withToken({ revokedAt: 1 }),
    "an expired token": withToken({ expiresAt: 0 }),
    "another audience": withToken({ audience: ["mcp"] }),
    "a moved row": withToken({ tenantId: "ten_2" }),
    "a row of another client": withToken({ clientId: "scl_other" }),
    "a revoked key": (found) => ({ ...found, key: { ...found.key, revokedAt: 1 } }),
    "an expired key": (found) => ({ ...found, key: { ...found.key, expiresAt: 1 } }),
    "a revoked client": (found) => ({ ...found, client: { ...found.client, revokedAt: 1 } }),
    "a deleted tenant": (found) => ({ ...found, isTenantDeleted: true }),
    "a revoked parent": (found) => ({
      ...found,
      chain: [...found.chain.map((token) => ({ ...token, id: "dtk_parent", revokedAt: 1 })), ...found.chain],
    }),
  };
  for (const [what, change] of Object.entries(ends)) {
    const { authenticate, text, ended } = await openToken(context, change);
    assert.equal(await codeOf(authenticate([`Bearer ${text}`])), "UNAUTHENTICATED", what);
    // A row that isn't the token's own doesn't prove who holds its text.
    const tells = !["another audience", "a moved row", "a row of another client"].includes(what);
    assert.deepEqual(ended, tells ? [id] : [], what);
  }
  const { authenticate, text, keys, ended } = await openToken(context);
  assert.equal(await codeOf(authenticate([`Bearer ${text}`])), "accepted");
  assert.equal(await codeOf(authenticate([`Bearer ${keys.makeDelegatedToken(id)}`])), "UNAUTHENTICATED");
  assert.deepEqual(ended, []);
});

test("is refused when it expires, even if it was just looked up, and a second after it is revoked", async (context) => {
  const { authenticate, text, clock, row, changeTo, lookUps } = await openToken(context);
  await authenticate([`Bearer ${text}`]);
  changeTo(withToken({ revokedAt: clock.nowMs }));
  clock.nowMs += 1000;
  assert.equal(await codeOf(authenticate([`Bearer ${text}`])), "UNAUTHENTICATED");
  changeTo(withToken({ revokedAt: null }));
  clock.nowMs = row.expiresAt - 1;
  assert.equal(await codeOf(authenticate([`Bearer ${text}`])), "accepted");
  const before = lookUps();
  clock.nowMs = row.expiresAt;
  assert.equal(await codeOf(authenticate([`Bearer ${text}`])), "UNAUTHENTICATED");
  assert.equal(lookUps(), before, "the cached token is enough to refuse it");
});

test("does not look up a text without the format and checksum of a token", async (context) => {
  const { authenticate, text, lookUps } = await openToken(context);
  const last = text.endsWith("0") ? "1" : "0";
  for (const wrong of [text.slice(0, -1) + last, text.slice(0, -1), `${text}0`, text.replace("svc_dt_", "svc_live_")]) {
    assert.equal(await codeOf(authenticate([`Bearer ${wrong}`])), "UNAUTHENTICATED");
  }
  assert.equal(lookUps(), 0);
});
