/** Callers that don't wait for their response. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { devConfig, suite, until, verifies, type Connected } from "../../harness/index.ts";
import { effectsByName, ProviderLedger, recordsOfKey } from "../../harness/ledger.ts";

const callers = 30;

suite("callers that hang up", (fixture) => {
  verifies("reliability.hang-up", "settles a running change", async () => {
    const connected = await fixture().connected();
    for (const method of ["GET", "POST"]) {
      const ledger = new ProviderLedger(fixture().provider);
      const path = `/v3/configs/config/secrets${method === "GET" ? "/names" : ""}`;
      const { provider } = fixture();
      provider.faults.add({ match: { method, path }, fault: { kind: "hold", when: "after_effect" } });
      const leaving = new AbortController();
      const call = connected
        .execute(
          "secrets.set",
          { ...devConfig, name: `LEFT_${method}`, value: "x" },
          {
            idempotencyKey: method,
            signal: leaving.signal,
          },
        )
        .then(
          () => "answered",
          () => "left",
        );
      await until(60_000, "the request is at the provider", () => (provider.held > 0 ? true : null));
      leaving.abort();
      assert.equal(await call, "left");
      provider.release();
      const record = await untilEnded(connected, method);
      assert.equal(record.status, "succeeded");
      assert.deepEqual([ledger.changes.length, ledger.effects.length], [1, 1]);
    }
  });

  verifies("reliability.hang-up", "leaves no key in progress if the connection is cut after the request", async () => {
    const connected = await fixture().connected();
    const ledger = new ProviderLedger(fixture().provider);
    const names = Array.from({ length: callers }, (_one, index) => `CUT_${index}`);
    await Promise.all(names.map((name, index) => sendAndCut(connected, name, index % 2 === 0)));
    for (const name of names) {
      const response = await until(10_000, `${name} is answered`, async () => {
        const now = await connected.set(name, name);
        return now.status === 409 ? null : now;
      });
      assert.equal(response.status, 200, response.text);
    }
    const effects = effectsByName(ledger.effects);
    assert.deepEqual(
      names.map((name) => effects.get(name)),
      names.map(() => 1),
    );
  });
});

async function untilEnded(connected: Connected, key: string) {
  return await until(10_000, `the record of ${key} is settled`, async () => {
    const [record] = await recordsOfKey(connected, key);
    return record === undefined || record.completedAt === null ? null : record;
  });
}

/** Sends an entire request, and closes the connection before the response: gracefully, or with a reset. */
async function sendAndCut(connected: Connected, name: string, isPolite: boolean): Promise<void> {
  const { hostname, port, host } = new URL(connected.caller.http.baseUrl);
  const body = JSON.stringify({ input: { ...devConfig, name, value: `canary-value-of-${name}` } });
  const socket = connectTcp(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = [
    `POST ${connected.path}/actions/secrets.set:execute HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${connected.caller.key}`,
    "content-type: application/json",
    `idempotency-key: ${name}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`, resolve));
  if (isPolite) socket.destroy();
  else socket.resetAndDestroy();
}
