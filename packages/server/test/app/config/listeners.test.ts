/** Additional listeners, and mistakes in the configuration. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toConnectUrl } from "../../../src/app/listening.ts";
import { ConfigError, readConfig, unreadVariables } from "../../../src/app/config.ts";

function findFaults(environment: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message.split("\n");
  }
}

test("has one listener unless others are configured", () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.connectListen, config.metricsListen, config.connectUrl, config.traces],
    [null, null, null, null],
  );
  const set = readConfig({ SVC_CONNECT_LISTEN: "[::1]:81", SVC_METRICS_LISTEN: "127.0.0.1:9464" });
  assert.deepEqual(set.connectListen, { host: "::1", port: 81 });
  assert.deepEqual(set.metricsListen, { host: "127.0.0.1", port: 9464 });
});

test("the console needs TLS unless it listens on this machine only", () => {
  assert.deepEqual([readConfig({}).adminListen, readConfig({}).adminUrl], [null, null]);
  assert.deepEqual(readConfig({ SVC_ADMIN_LISTEN: "127.0.0.1:7490" }).adminListen, { host: "127.0.0.1", port: 7490 });
  for (const listen of ["localhost:1", "[::1]:1", "127.9.9.9:1"])
    assert.deepEqual(findFaults({ SVC_ADMIN_LISTEN: listen }), []);
  for (const listen of ["0.0.0.0:7490", "[::]:7490", "10.0.0.1:7490", "ops.example:7490"]) {
    assert.match(findFaults({ SVC_ADMIN_LISTEN: listen }).join(), /^SVC_ADMIN_LISTEN: .*TLS/);
    assert.equal(findFaults({ SVC_ADMIN_LISTEN: listen, SVC_ADMIN_URL: "http://ops.example" }).length, 2);
    assert.deepEqual(findFaults({ SVC_ADMIN_LISTEN: listen, SVC_ADMIN_URL: "https://ops.example/" }), []);
  }
  assert.match(findFaults({ SVC_ADMIN_URL: "https://ops.example/console" }).join(), /without a path/);
  const shared = { SVC_LISTEN: "127.0.0.1:80", SVC_ADMIN_LISTEN: "127.0.0.1:80" };
  assert.match(findFaults(shared).join(), /^SVC_ADMIN_LISTEN: is also the address of SVC_LISTEN/);
});

test("rejects two listeners with the same address", () => {
  const [fault = "", ...others] = findFaults({ SVC_LISTEN: "127.0.0.1:80", SVC_METRICS_LISTEN: "127.0.0.1:80" });
  assert.match(fault, /^SVC_METRICS_LISTEN: is also the address of SVC_LISTEN/);
  assert.deepEqual(others, []);
  assert.deepEqual(findFaults({ SVC_LISTEN: "127.0.0.1:0", SVC_METRICS_LISTEN: "127.0.0.1:0" }), []);
});

test("the Connect pages' URL is the configured one, otherwise the public URL, otherwise their listener's", () => {
  const own = { SVC_CONNECT_LISTEN: "127.0.0.1:81" };
  assert.equal(toConnectUrl(readConfig({})), "http://127.0.0.1:7480");
  assert.equal(toConnectUrl(readConfig(own)), "http://127.0.0.1:81");
  assert.equal(toConnectUrl(readConfig({ ...own, SVC_PUBLIC_URL: "https://svc.example" })), "https://svc.example");
  const said = { ...own, SVC_PUBLIC_URL: "https://svc.example", SVC_CONNECT_URL: "https://connect.example/" };
  assert.equal(toConnectUrl(readConfig(said)), "https://connect.example");
});

test("reports a malformed keyring or pattern with the other faults, by position and not by value", () => {
  const canary = "canary-keyring-8";
  const faults = findFaults({
    SVC_VAULT_KEYS: `a:${canary}`,
    SVC_ENABLED_ACTIONS: `doppler/*,${canary}`,
    SVC_LOG_LEVEL: "loud",
  });
  assert.equal(faults.length, 3);
  assert.ok(faults.some((fault) => fault.startsWith("SVC_VAULT_KEYS: ")));
  assert.ok(faults.some((fault) => fault.startsWith("SVC_ENABLED_ACTIONS: entry 2 ")));
  assert.ok(!faults.join().includes(canary));
});

test("names variables that nothing reads, even if others are invalid", () => {
  const environment = { SVC_LOGLEVEL: "info", SVC_LISTEN: "nowhere", SVC_OAUTH_GITHUB_CLIENT_ID: "a", HOME: "/" };
  assert.deepEqual(unreadVariables(environment).unread, ["SVC_LOGLEVEL"]);
});
