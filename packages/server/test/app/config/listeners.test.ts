/** Listeners beside the first, and what else of the configuration can be a slip. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectUrlOf } from "../../../src/app/urls.ts";
import { ConfigError, readConfig, unreadVariables } from "../../../src/app/config.ts";

function faultsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split("\n");
  }
}

test("there is one listener unless others are asked for", () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.connectListen, config.metricsListen, config.connectUrl, config.traces],
    [null, null, null, null],
  );
  const set = readConfig({ SVC_CONNECT_LISTEN: "[::1]:81", SVC_METRICS_LISTEN: "127.0.0.1:9464" });
  assert.deepEqual(set.connectListen, { host: "::1", port: 81 });
  assert.deepEqual(set.metricsListen, { host: "127.0.0.1", port: 9464 });
});

test("the console listens where it is told to, and beyond this machine only behind TLS", () => {
  assert.deepEqual([readConfig({}).adminListen, readConfig({}).adminUrl], [null, null]);
  assert.deepEqual(readConfig({ SVC_ADMIN_LISTEN: "127.0.0.1:7490" }).adminListen, { host: "127.0.0.1", port: 7490 });
  for (const listen of ["localhost:1", "[::1]:1", "127.9.9.9:1"])
    assert.deepEqual(faultsOf({ SVC_ADMIN_LISTEN: listen }), []);
  for (const listen of ["0.0.0.0:7490", "[::]:7490", "10.0.0.1:7490", "ops.example:7490"]) {
    assert.match(faultsOf({ SVC_ADMIN_LISTEN: listen }).join(), /^SVC_ADMIN_LISTEN: .*TLS/);
    assert.equal(faultsOf({ SVC_ADMIN_LISTEN: listen, SVC_ADMIN_URL: "http://ops.example" }).length, 2);
    assert.deepEqual(faultsOf({ SVC_ADMIN_LISTEN: listen, SVC_ADMIN_URL: "https://ops.example/" }), []);
  }
  assert.match(faultsOf({ SVC_ADMIN_URL: "https://ops.example/console" }).join(), /without a path/);
  const shared = { SVC_LISTEN: "127.0.0.1:80", SVC_ADMIN_LISTEN: "127.0.0.1:80" };
  assert.match(faultsOf(shared).join(), /^SVC_ADMIN_LISTEN: is the address of SVC_LISTEN/);
});

test("no two listeners are at one address", () => {
  const [fault = "", ...others] = faultsOf({ SVC_LISTEN: "127.0.0.1:80", SVC_METRICS_LISTEN: "127.0.0.1:80" });
  assert.match(fault, /^SVC_METRICS_LISTEN: is the address of SVC_LISTEN/);
  assert.deepEqual(others, []);
  assert.deepEqual(faultsOf({ SVC_LISTEN: "127.0.0.1:0", SVC_METRICS_LISTEN: "127.0.0.1:0" }), []);
});

test("browsers find the Connect pages where they are said to be, else at the public URL, else where they listen", () => {
  const own = { SVC_CONNECT_LISTEN: "127.0.0.1:81" };
  assert.equal(connectUrlOf(readConfig({})), "http://127.0.0.1:7480");
  assert.equal(connectUrlOf(readConfig(own)), "http://127.0.0.1:81");
  assert.equal(connectUrlOf(readConfig({ ...own, SVC_PUBLIC_URL: "https://svc.example" })), "https://svc.example");
  const said = { ...own, SVC_PUBLIC_URL: "https://svc.example", SVC_CONNECT_URL: "https://connect.example/" };
  assert.equal(connectUrlOf(readConfig(said)), "https://connect.example");
});

test("a malformed keyring or pattern is told with the other faults, by position and never by value", () => {
  const canary = "canary-keyring-8";
  const faults = faultsOf({
    SVC_VAULT_KEYS: `a:${canary}`,
    SVC_ENABLED_ACTIONS: `doppler/*,${canary}`,
    SVC_LOG_LEVEL: "loud",
  });
  assert.equal(faults.length, 3);
  assert.ok(faults.some((fault) => fault.startsWith("SVC_VAULT_KEYS: ")));
  assert.ok(faults.some((fault) => fault.startsWith("SVC_ENABLED_ACTIONS: entry 2 ")));
  assert.ok(!faults.join().includes(canary));
});

test("variables that nothing reads are named, whatever is wrong with the others", () => {
  const environment = { SVC_LOGLEVEL: "info", SVC_LISTEN: "nowhere", SVC_OAUTH_GITHUB_CLIENT_ID: "a", HOME: "/" };
  assert.deepEqual(unreadVariables(environment), ["SVC_LOGLEVEL"]);
});
