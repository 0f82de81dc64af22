/**
 * One program for every secrets manager: it connects, lists, writes, reads, deletes, and copies from one to another.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { assertProblem, oneEngine, Frontend, openSession, runProgram, uniqueName, verifies } from "../harness/index.ts";
import {
  actionsOf,
  connectTo,
  executorOf,
  open,
  outputOf,
  type Exchange,
  type Execute,
  type Manager,
  type Setting,
} from "./secrets-managers-fixture.ts";

/** The one program. All it uses of a manager is a config and a secret in it. */
async function run(execute: Execute, manager: Manager, creates: boolean, canary: string): Promise<void> {
  const { place, stored, simulator, isChange = ({ method }) => method !== "GET", refusesEmpty } = manager;
  const { ledger } = simulator;
  const name = "OF_THE_ONE_PROGRAM";
  const changes = (): number => ledger.requests.filter(isChange).length;
  const names = async (): Promise<unknown[]> =>
    outputOf(await execute("secrets.names.list", place))["names"] as unknown[];
  const projects = outputOf(await execute("projects.list", {}))["projects"] as { slug: string }[];
  assert.ok(projects.some(({ slug }) => slug === place.project));
  const configs = outputOf(await execute("configs.list", { project: place.project }))["configs"] as { name: string }[];
  assert.ok(configs.some((config) => config.name === place.config));
  assert.ok((await names()).includes(stored.name));
  assert.deepEqual(outputOf(await execute("secrets.get", { ...place, name: stored.name })), {
    name: stored.name,
    computed: stored.value,
  });
  assertProblem(await execute("secrets.get", { ...place, name }), "SECRET_NOT_FOUND");
  assert.equal(changes(), 0, "a read sends no changing request");
  if (creates) {
    assertProblem(await execute("secrets.set", { ...place, name, value: canary }), "SECRET_NOT_FOUND");
    assert.equal(changes(), 0, "a set of an absent name sends no changing request");
    await create(execute, { ...place, name });
    assert.equal(changes(), 1, "a creation sends one changing request");
  }
  for (const value of [canary, `${canary}-again`, ...(refusesEmpty === true ? [] : [""])]) {
    const before = changes();
    assert.deepEqual(outputOf(await execute("secrets.set", { ...place, name, value })), {
      ...place,
      name,
      saved: true,
    });
    assert.equal(changes(), before + 1, "a set sends one changing request");
    assert.deepEqual(outputOf(await execute("secrets.get", { ...place, name })), { name, computed: value });
  }
  assert.ok((await names()).includes(name));
  const sent = ledger.requests.length;
  const empty = refusesEmpty === true ? [{ value: "" }] : [];
  for (const wrong of [
    { name: "lower" },
    { value: "x".repeat(65_537) },
    { value: 1 },
    { visibility: "shown" },
    ...empty,
  ]) {
    assertProblem(await execute("secrets.set", { ...place, name, value: canary, ...wrong }), "INPUT_INVALID");
  }
  assert.equal(ledger.requests.length, sent, "an invalid input sends nothing");
  const before = changes();
  assert.deepEqual(outputOf(await execute("secrets.delete", { ...place, name })), {
    ...place,
    name,
    result: "deleted",
  });
  assert.equal(changes(), before + 1, "a delete sends one changing request");
  const again = outputOf(await execute("secrets.delete", { ...place, name }));
  assert.deepEqual(again, { ...place, name, result: "already_absent" });
  assert.ok(!(await names()).includes(name));
  assertProblem(await execute("secrets.get", { ...place, name }), "SECRET_NOT_FOUND");
}

/** Creates a secret without a value, for the one manager whose catalog has this action. */
async function create(execute: Execute, secret: object): Promise<void> {
  assert.deepEqual(outputOf(await execute("secrets.create", secret)), { ...secret, created: true });
}

/**
 * Connects to a manager that exchanges its credential for tokens, and tests tokens and the credential that stop
 * working.
 */
async function proveExchange(setting: Setting, manager: Manager, exchange: Exchange): Promise<void> {
  const { ledger } = manager.simulator;
  const connectionId = await connectTo(setting, manager);
  const execute = executorOf(setting, connectionId);
  const statusNow = async (): Promise<string> => {
    const found = await setting.caller.get(`/v1/tenants/${setting.tenantId}/connections/${connectionId}`);
    return (found.json as { status: string }).status;
  };
  const exchanges = (): number => ledger.requests.filter(({ path }) => path.endsWith(exchange.path)).length;
  const get = { ...manager.place, name: manager.stored.name };
  const set = { ...get, name: "OF_THE_EXCHANGE", value: "canary-of-the-exchange" };
  const before = exchanges();
  for (const _time of [1, 2, 3]) outputOf(await execute("secrets.get", get));
  assert.equal(exchanges(), before + 1);
  // The manager invalidates the token: the next read gets another one.
  exchange.forgetTokens();
  outputOf(await execute("secrets.set", set));
  assert.equal(exchanges(), before + 2);
  exchange.forgetTokens();
  exchange.become("unavailable");
  const effects = ledger.effects.length;
  assertProblem(await execute("secrets.get", get), "PROVIDER_ERROR");
  assertProblem(await execute("secrets.set", set), "ACTION_NOT_DISPATCHED");
  assert.equal(await statusNow(), "active");
  exchange.become("refuses");
  assertProblem(await execute("secrets.set", set), "PROVIDER_UNAUTHORIZED");
  assert.equal(await statusNow(), "needs_reconnect");
  assert.equal(ledger.effects.length, effects, "nothing was written");
  exchange.become("issues");
  assert.ok(!ledger.requests.some(({ path }) => /renew|revoke/.test(path)), "a token was renewed or revoked");
  const { log } = setting.server;
  const { client_secret, secret_id } = manager.credential;
  const secret = client_secret ?? secret_id ?? assert.fail();
  for (const text of [secret, exchange.tokensBegin]) assert.ok(!log().includes(text), "a secret is in the log");
}

for (const engine of oneEngine()) {
  describe(`secrets managers on ${engine}`, { concurrency: false }, () => {
    let setting: Setting;
    before(async () => void (setting = await open(engine)));
    after(async () => {
      await setting.server.dispose();
      for (const { simulator } of setting.managers) await simulator.close();
    });

    verifies("secrets.one-program", "connects to each manager, and runs unchanged", async () => {
      for (const manager of setting.managers) {
        const connectionId = await connectTo(setting, manager);
        const creates = (await actionsOf(setting.caller, manager.slug)).includes("secrets.create");
        await run(executorOf(setting, connectionId), manager, creates, `canary-${manager.slug}-${engine}`);
      }
    });

    verifies("secrets.key-file", "refuses an unusable key file, and contacts no address in one", async () => {
      const manager = setting.managers.find(({ slug }) => slug === "google-secret-manager") ?? assert.fail();
      const { ledger } = manager.simulator;
      const file = manager.credential["service_account_key"] ?? "";
      const session = await openSession(setting.caller, setting.tenantId, { provider: manager.slug });
      const frontend = new Frontend(setting.caller.http);
      const secret = await frontend.open(session.token);
      const before = ledger.requests.length;
      for (const unusable of [file.replace("harbor-prod", "a/b"), file.replace("PRIVATE KEY", "KEY"), "{}"]) {
        const credential = { service_account_key: unusable };
        assertProblem(await frontend.send("POST", "/connect/v1/credential", credential, secret), "CREDENTIAL_INVALID");
      }
      assert.equal(ledger.requests.length, before);
      // A key in the right format that can't sign is refused without a request.
      const worn = file.replace(/MII[A-Za-z0-9+/]{40}/, "A".repeat(43));
      const response = await frontend.send("POST", "/connect/v1/credential", { service_account_key: worn }, secret);
      assertProblem(response, "CREDENTIAL_REJECTED");
      assert.equal(ledger.requests.length, before);
      assert.ok(file.includes("elsewhere.example"));
      await connectTo(setting, manager);
      assert.ok(!setting.server.log().includes("elsewhere.example"));
    });

    verifies("secrets.exchange", "exchanges a credential once, and distinguishes a fault from a refusal", async () => {
      const exchanged = setting.managers.flatMap(({ exchange, ...manager }) =>
        exchange === undefined ? [] : [{ manager, exchange }],
      );
      assert.equal(exchanged.length, 3);
      for (const { manager, exchange } of exchanged) await proveExchange(setting, manager, exchange);
    });

    verifies("secrets.copy", "copies from each manager to the next with the command line's pipe", async () => {
      const { server, managers, key, tenantId } = setting;
      const env = { SVC_API_URL: server.url, SVC_TOKEN: key, SVC_TENANT_ID: tenantId };
      const svc = (args: readonly string[], stdin = "") =>
        runProgram("svc", args, { cwd: server.home.folder, env, stdin });
      const ids = new Map<Manager, string>();
      for (const manager of managers) ids.set(manager, await connectTo(setting, manager));
      const secrets = [];
      const ring = [...ids];
      for (const [index, [from, fromId]] of ring.entries()) {
        const [to, toId] = ring[(index + 1) % ring.length] ?? assert.fail();
        const { name, value } = from.stored;
        secrets.push(value);
        const read = ["actions", "execute", "secrets.get", "--connection", fromId, "--format", "json", "--input"];
        const got = await svc([...read, JSON.stringify({ ...from.place, name })]);
        assert.equal(got.exitCode, 0, got.stderr);
        const { output } = JSON.parse(got.stdout) as { output: { computed: string } };
        const copy = { ...to.place, name: `COPY_${name}`, value: output.computed };
        if ((await actionsOf(setting.caller, to.slug)).includes("secrets.create")) {
          await create(executorOf(setting, toId), { ...to.place, name: copy.name });
        }
        const write = ["actions", "execute", "secrets.set", "--connection", toId, "--input", "-"];
        const set = await svc([...write, "--idempotency-key", uniqueName("copy")], JSON.stringify(copy));
        assert.equal(set.exitCode, 0, set.stderr);
        assert.ok(!`${set.stdout}${set.stderr}`.includes(value), "the write prints the value");
        const copied = await executorOf(setting, toId)("secrets.get", { ...to.place, name: copy.name });
        assert.equal(outputOf(copied)["computed"], value);
      }
      assert.equal(secrets.length, managers.length);
      const files = readdirSync(server.home.folder, { recursive: true, withFileTypes: true });
      const texts = files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
      for (const secret of secrets) {
        assert.ok(!server.log().includes(secret), "a value is in the log");
        assert.ok(!texts.some((bytes) => bytes.includes(secret)), "a value is in a file");
      }
    });
  });
}
