/** Refreshes that race with something else: a disconnection, a reconnect, a failing store, a sleeping process. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CredentialRefreshStore } from "../../../src/domain/connections/port.ts";
import { credentials, limits, reconnect } from "./oauth-fixture.ts";
import { clock, fixtures, readToken } from "./refresh-fixture.ts";

const makeFixture = fixtures();

test("ignores invalid_grant for an old version and uses the current one", async () => {
  const { open, server, read, store } = await makeFixture(-1000);
  server.onRequest = async () => {
    await reconnect(store, (await read()).connection, "canary-access-reconnected");
    server.isRevoked = true;
  };
  assert.equal(readToken(await open()), "canary-access-reconnected");
  const { connection } = await read();
  assert.deepEqual([connection.status, connection.credentialVersion], ["active", 2]);
});

test("a reconnect during a successful refresh also takes effect", async () => {
  const { open, server, read, store } = await makeFixture(-1000);
  server.onRequest = async () => {
    await reconnect(store, (await read()).connection, "canary-access-reconnected");
  };
  assert.equal(readToken(await open()), "canary-access-reconnected");
  assert.deepEqual([server.granted, (await read()).connection.credentialVersion], [1, 2]);
});

test("a disconnection during a refresh wins, and the tokens are discarded", async () => {
  const { place, connectionId, open, server, store, audited } = await makeFixture(-1000);
  server.onRequest = async () => {
    await store.connections.disconnect(place.clientId, place.tenantId, connectionId, 9000, "operator");
  };
  assert.equal(readToken(await open()), "gone");
  const found = await store.connections.findWithCredential(place.clientId, place.tenantId, connectionId);
  assert.deepEqual([found?.connection.status, found?.record], ["disconnected", null]);
  assert.deepEqual(await audited(), []);
});

test("deleting the tenant during a refresh, so that nothing can be sealed, ends it immediately", async () => {
  const { place, open, server, store } = await makeFixture(-1000, () => ({
    credentials: { ...credentials, seal: () => Promise.reject(new Error("TENANT_KEY_ABSENT")) },
    limits: { ...limits, storeForMs: 60_000 },
  }));
  server.onRequest = async () => {
    await store.tenants.remove(place.clientId, place.tenantId, 9000, false, "operator");
  };
  assert.equal(readToken(await open()), "gone");
});

test("a process that slept after recording its request does not send alongside the next holder", async () => {
  let sleeps = 1;
  const { open, server } = await makeFixture(-1000, (store) => ({
    store: {
      ...store.credentialRefreshes,
      recordRequest: async (...args) => {
        const isHolder = await store.credentialRefreshes.recordRequest(...args);
        if (sleeps > 0) clock.sleptMs += limits.leaseMs - limits.requestMs;
        sleeps -= 1;
        server.asked.push("intent");
        return isHolder;
      },
    },
    limits: { ...limits, waitForMs: 60_000 },
  }));
  const state = await open();
  assert.deepEqual(server.asked, ["intent", "intent", "canary-refresh-1"]);
  // When it woke, the caller's deadline had passed, but not the refresh's.
  assert.ok(["unavailable", "canary-access-2"].includes(readToken(state)));
  assert.equal(readToken(await open()), "canary-access-2");
});

type Fault = { n: number; when: "before" | "after"; lasts: number };

/** Counts the store's calls and makes some of them fail. */
function failing(store: CredentialRefreshStore, fault: Fault) {
  let count = 0;
  const state = { hasFailed: false, isRepaired: false };
  const proxy = new Proxy(store, {
    get(target, name: keyof CredentialRefreshStore) {
      const work = target[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return async (...args: readonly unknown[]) => {
        count += 1;
        const fails = !state.isRepaired && count >= fault.n && count < fault.n + fault.lasts;
        state.hasFailed ||= fails;
        if (fails && fault.when === "before") throw new Error("canary");
        const result = await work(...args);
        if (fails) throw new Error("canary");
        return result;
      };
    },
  });
  return { proxy, state };
}

for (const when of ["before", "after"] as const) {
  for (const lasts of [1, 1000]) {
    test(`loses no rotated token if a store fails ${when} its n-th call, ${lasts} times`, async () => {
      let hasFailed = true;
      let n = 0;
      for (; hasFailed; n += 1) {
        let state = { hasFailed: false, isRepaired: false };
        const { open, server, read, audited, replica } = await makeFixture(-1000, (store) => {
          const failed = failing(store.credentialRefreshes, { n: n + 1, when, lasts });
          ({ state } = failed);
          return { store: failed.proxy };
        });
        const first = readToken(await open());
        assert.ok(["canary-access-2", "unavailable"].includes(first), first);
        if (first === "canary-access-2")
          assert.equal((await read()).connection.credentialVersion, 2, "used before it was stored");
        ({ hasFailed } = state);
        state.isRepaired = true;
        clock.sleptMs += 6000;
        clock.skewMs += limits.leaseMs + 1000;
        assert.equal(readToken(await open()), "canary-access-2");
        assert.deepEqual([server.isRevoked, server.granted, (await read()).connection.status], [false, 1, "active"]);
        assert.doesNotMatch(JSON.stringify([await audited(), replica.faults]), /canary/);
      }
      assert.ok(n > 3, `only ${n} interactions`);
    });
  }
}

for (const when of ["before", "after"] as const) {
  test(`retries within the same call if a store fails once ${when} it stores the new tokens`, async () => {
    let isDown = true;
    const { open, server, audited } = await makeFixture(-1000, ({ credentialRefreshes }) => ({
      store: {
        ...credentialRefreshes,
        async store(...args) {
          const fails = isDown;
          isDown = false;
          if (fails && when === "before") throw new Error("down");
          const isStored = await credentialRefreshes.store(...args);
          if (fails) throw new Error("lost");
          return isStored;
        },
      },
    }));
    assert.equal(readToken(await open()), "canary-access-2");
    assert.deepEqual([server.asked, (await audited()).length], [["canary-refresh-1"], 1]);
  });
}

test("stores a token later, under a new lease, if storing failed, without another request to the server", async () => {
  let isDown = true;
  const { open, server, replica, read } = await makeFixture(-1000, (store) => ({
    store: {
      ...store.credentialRefreshes,
      store: (...args) => (isDown ? Promise.reject(new Error("down")) : store.credentialRefreshes.store(...args)),
    },
  }));
  assert.equal(readToken(await open()), "unavailable", "nothing is used before it is stored");
  assert.deepEqual(replica.faults, ["RefreshedCredentialNotStored"]);
  assert.equal((await read()).connection.credentialVersion, 1);
  isDown = false;
  clock.sleptMs += 6000;
  clock.skewMs += limits.leaseMs + 1000;
  assert.equal(readToken(await open()), "canary-access-2");
  assert.deepEqual(server.asked, ["canary-refresh-1"]);
});
