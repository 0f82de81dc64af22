/**
 * A listener that can't use its address: the error names the setting to change, and comes before anything is created.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import Fastify from "fastify";
import { freePort } from "../../../../tools/free-port.ts";
import { ConfigError } from "../../src/app/config.ts";
import { checkAddresses, listenAt } from "../../src/app/listening.ts";

const ipv4 = "127.0.0.1";

/** Listens on a port of its own. Returns the port. */
async function listenElsewhere(t: TestContext): Promise<number> {
  const other = createServer().listen(0, ipv4);
  t.after(() => other.close());
  await once(other, "listening");
  return (other.address() as AddressInfo).port;
}

test("names the setting and the address that is in use", async (t) => {
  const port = await listenElsewhere(t);
  const started = listenAt("SVC_ADMIN_LISTEN", { host: ipv4, port }, (at) => Fastify().listen(at));
  await assert.rejects(started, (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.equal(
      error.message,
      `SVC_ADMIN_LISTEN: 127.0.0.1:${port} is in use. Stop the server that runs there, or choose another address.`,
    );
    return true;
  });
});

test("lets more connections wait than Node does by default", async () => {
  const given = await listenAt("SVC_LISTEN", { host: ipv4, port: 0 }, (at) => Promise.resolve(at));
  assert.ok(given.backlog > 511);
});

test("says that the machine doesn't have the address", async () => {
  const started = listenAt("SVC_LISTEN", { host: "2001:db8::1", port: 7480 }, (at) => Fastify().listen(at));
  await assert.rejects(started, {
    name: "ConfigError",
    message: "SVC_LISTEN: [2001:db8::1]:7480 can't be listened on: this machine has no such address.",
  });
});

test("rethrows other errors unchanged", async () => {
  const failure = new Error("something else");
  const started = listenAt("SVC_LISTEN", { host: "127.0.0.1", port: 0 }, () => Promise.reject(failure));
  await assert.rejects(started, failure);
});

test("checks the address of every listener, and skips those that are off", async (t) => {
  const port = await listenElsewhere(t);
  const free = { host: ipv4, port: 0 };
  await checkAddresses({ SVC_LISTEN: free, SVC_CONNECT_LISTEN: null, SVC_METRICS_LISTEN: free });
  for (const variable of ["SVC_LISTEN", "SVC_METRICS_LISTEN", "SVC_ADMIN_LISTEN"]) {
    const addresses = { SVC_LISTEN: free, SVC_CONNECT_LISTEN: null, [variable]: { host: ipv4, port } };
    await assert.rejects(checkAddresses(addresses), {
      name: "ConfigError",
      message: `${variable}: 127.0.0.1:${port} is in use. Stop the server that runs there, or choose another address.`,
    });
  }
});

test("finds two settings that name the same port in different ways", async () => {
  const port = await freePort();
  const addresses = { SVC_LISTEN: { host: "0.0.0.0", port }, SVC_METRICS_LISTEN: { host: ipv4, port } };
  await assert.rejects(checkAddresses(addresses), { message: /^SVC_METRICS_LISTEN: 127\.0\.0\.1:\d+ is in use\./ });
});

test("releases the addresses that it checks, even if clients connect meanwhile", { timeout: 30_000 }, async (t) => {
  const port = await freePort();
  let client: Socket | undefined;
  let isDone = false;
  const dial = (): void => {
    if (isDone) return;
    client = connect(port, ipv4).on("error", () => undefined);
    client.once("close", () => setImmediate(dial));
  };
  dial();
  t.after(() => {
    isDone = true;
    client?.destroy();
  });
  // Looking up a name takes long enough for a client to connect to the first address.
  const named = { SVC_METRICS_LISTEN: { host: "localhost", port: 0 } };
  for (let attempt = 0; attempt < 300; attempt += 1) {
    await checkAddresses({ SVC_LISTEN: { host: ipv4, port }, ...named });
  }
  const server = createServer().listen(port, ipv4);
  t.after(() => server.close());
  await once(server, "listening");
});
