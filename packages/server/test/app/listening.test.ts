/** A listener that can't use its address: the error names the setting to change. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import Fastify from "fastify";
import { ConfigError } from "../../src/app/config.ts";
import { listenAt } from "../../src/app/listening.ts";

test("names the setting and the address that is in use", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const started = listenAt("SVC_ADMIN_LISTEN", { host: "127.0.0.1", port }, (at) => Fastify().listen(at));
  await assert.rejects(started, (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.equal(
      error.message,
      `SVC_ADMIN_LISTEN: 127.0.0.1:${port} is in use. Stop the server that runs there, or choose another address.`,
    );
    return true;
  });
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
