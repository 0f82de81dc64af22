/** A server whose root key is wrapped by a key service that is away: at the start, and later. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before } from "node:test";
import { startDopplerSimulator } from "@svc/provider-doppler/simulator";
import { startKeyServices, type KeyServices } from "../../../tools/key-services/all.ts";
import {
  chosenEngines,
  devConfig,
  Fixture,
  freePort,
  makeClient,
  makeHome,
  runProgram,
  spawnProgram,
  startServer,
  until,
  verifies,
  type ServerHome,
} from "../../harness/index.ts";

let services: KeyServices;
let home: ServerHome;
before(async () => {
  home = await makeHome("sqlite");
  services = await startKeyServices(home.folder);
});
after(async () => {
  await services.close();
  await home.remove();
});

type Served = {
  child: ChildProcess;
  url: string;
  metricsUrl: string;
  env: Readonly<Record<string, string>>;
  log: () => string;
};

async function serve(at: ServerHome, keyring: string): Promise<Served> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    SVC_LISTEN: `127.0.0.1:${port}`,
    SVC_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    SVC_DATABASE_URL: at.serverDatabaseUrl ?? at.databaseUrl,
    SVC_VAULT_KEYS: keyring,
    ...services.variables,
  };
  const child = spawnProgram("svc-server", ["serve", "--sandbox"], { cwd: at.folder, env });
  let printed = "";
  child.stdout?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    env,
    log: () => printed,
  };
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

const untilStatus = (served: Served, path: string, status: number): Promise<true> =>
  until(60_000, `${path} is ${status}`, async () => {
    assert.equal(served.child.exitCode, null, served.log());
    return (await statusOf(served.url + path)) === status ? true : null;
  });

/** Every form in which a key could be written. */
function formsOf(key: Buffer): Buffer[] {
  const texts = [key.toString("base64"), key.toString("base64url"), key.toString("hex")];
  return [key, ...texts.map((text) => Buffer.from(text.replace(/=+$/, "")))];
}

for (const engine of chosenEngines()) {
  verifies("reliability.key-service-away", `and asks no one to restart it, on ${engine}`, async () => {
    const own = await makeHome(engine);
    services.transit.mode = "away";
    const served = await serve(own, `main:${services.references.transit}`);
    try {
      await untilStatus(served, "/healthz", 200);
      assert.equal(await statusOf(`${served.url}/readyz`), 503);
      const refused = await fetch(`${served.url}/v1/tenants`);
      const { code, retryable } = (await refused.json()) as Record<string, unknown>;
      assert.deepEqual([refused.status, code, retryable], [503, "OVERLOADED", true]);
      const { checks } = (await (await fetch(`${served.metricsUrl}/readyz`)).json()) as { checks: object[] };
      const reason = "The vault key \"main\" can't be used: the transit engine doesn't respond.";
      assert.deepEqual(checks, [{ name: "vault", ok: false, reason }]);
      assert.ok(served.log().includes(JSON.stringify(reason).slice(1, -1)), served.log());
      const at = { cwd: own.folder, env: served.env };
      const doctor = await runProgram("svc-server", ["doctor", "--sandbox"], at);
      assert.ok(doctor.stdout.includes(reason), doctor.stdout);
      services.transit.mode = "denies";
      await until(60_000, "the log says that it is refused", () =>
        served.log().includes("refuses encrypt") ? true : null,
      );
      services.transit.mode = "works";
      await untilStatus(served, "/readyz", 200);
      const examined = await runProgram("svc-server", ["doctor", "--sandbox"], at);
      assert.match(examined.stdout, /ok {4}key service of main: the transit engine \(transit:\S+\) wraps and unwraps/);
    } finally {
      services.transit.mode = "works";
      served.child.kill("SIGTERM");
      await once(served.child, "close");
      await own.remove();
    }
  });
}

verifies("reliability.key-service-later", "not even for new tenants and credentials", async () => {
  const env = { SVC_VAULT_KEYS: `main:${services.references.transit}`, ...services.variables };
  const provider = await startDopplerSimulator();
  const server = await startServer({ engine: "sqlite", env, sandboxProvider: provider.url });
  try {
    // This runs a command, which opens the vault too.
    const fixture = new Fixture({ engine: "sqlite", provider, server, client: await makeClient(server) }, env);
    services.transit.mode = "away";
    services.transit.asked.length = 0;
    const connected = await fixture.connected();
    assert.equal((await connected.execute("secrets.names.list", devConfig)).status, 200);
    assert.equal(await statusOf(`${server.url}/readyz`), 200);
    assert.deepEqual(services.transit.asked, []);
    const [key] = services.transit.given.slice(-1);
    assert.ok(key !== undefined);
    const texts = readdirSync(server.home.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name)));
    assert.ok(texts.length > 0);
    for (const form of formsOf(key)) {
      for (const text of [...texts, Buffer.from(server.log())]) assert.equal(text.includes(form), false);
    }
  } finally {
    services.transit.mode = "works";
    await server.dispose();
    await provider.close();
  }
});
