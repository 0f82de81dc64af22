/** Backups under load, losses, restores with the documented commands, and the keys afterwards. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { makeIdempotencyKey } from "@svc/contract";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import { newIdempotencyKey } from "@svc/sdk";
import {
  assertProblem,
  Caller,
  chosenEngines,
  makeClient,
  operateJson,
  runProgram,
  sessionBody,
  Fixture,
  startServer,
  until,
  verifies,
  type HttpResponse,
  type Connected,
  type Engine,
  type RunningServer,
} from "../../conformance/harness/index.ts";
import { assertReplay, effectsByName, ProviderLedger, recordOfKey } from "../../conformance/harness/ledger.ts";
import { writeUntilStopped, type Write } from "../../conformance/harness/writers.ts";
import { blocksUnder, runBlock } from "./documented.ts";
import { makeFixture, type RestoreFixture } from "./fixture.ts";

const withinMs = 60_000;
const many = 1_000_000;
const probe = { method: "GET", path: "/v3/configs/config/secrets/names" } as const;
const hourMs = 3_600_000;

describe("a restored backup", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    describe(`on ${engine}`, { concurrency: false }, () => {
      let trial: Trial | undefined;
      const given = (): Trial => {
        assert.ok(trial !== undefined, "the trial hasn't begun");
        return trial;
      };
      before(async () => {
        trial = await Trial.begin(engine);
      });
      after(async () => await trial?.dispose());
      verifies("proof.restore", `is made during writes, before a loss, on ${engine}`, () => given().backUpAndLose());
      verifies("proof.restore", `is restored with the documented commands, on ${engine}`, () => given().restore());
      verifies("proof.restore", `replays known keys, and refuses unknown ones, on ${engine}`, () =>
        given().assertKeys(),
      );
      verifies("proof.restore", `follows the operator's commands on every replica, on ${engine}`, () =>
        given().assertCommands(),
      );
    });
  }
  if (chosenEngines().includes("sqlite")) {
    verifies("proof.backup-file", "protects the backup file, and needs the vault key", keptApart);
  }
});

const keyring = (): string => `k1:${randomBytes(32).toString("base64")}`;

/** A database from its creation to its restore. */
class Trial {
  readonly #fixture: RestoreFixture;
  readonly #provider: DopplerSimulator;
  readonly #env: Readonly<Record<string, string>>;
  readonly #ledger: ProviderLedger;
  readonly #running: RunningServer[] = [];
  readonly #during: Write[] = [];
  readonly #dated = newIdempotencyKey();
  #connected: Connected | null = null;
  #known: HttpResponse | null = null;
  #effectsBefore = 0;

  private constructor(fixture: RestoreFixture, provider: DopplerSimulator, env: Readonly<Record<string, string>>) {
    this.#fixture = fixture;
    this.#provider = provider;
    this.#env = env;
    this.#ledger = new ProviderLedger(provider);
  }

  static async begin(engine: Engine): Promise<Trial> {
    const env = { SVC_VAULT_KEYS: keyring(), SVC_RATE_LIMIT_RPS: "0", SVC_CALL_TIMEOUT_MS: "300000" };
    const provider = await startDopplerSimulator({
      switches: { readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many },
    });
    return new Trial(await makeFixture(engine, env), provider, env);
  }

  async dispose(): Promise<void> {
    for (const server of this.#running) await server.kill9();
    await this.#provider.close();
    await this.#fixture.home.remove();
  }

  async #start(): Promise<RunningServer> {
    const { engine, home } = this.#fixture;
    const server = await startServer({ engine, home, sandboxProvider: this.#provider.url, env: this.#env });
    this.#running.push(server);
    return server;
  }

  /** The connection, on the most recently started server or an earlier one. */
  #at(index = -1): Connected {
    const server = this.#running.at(index);
    assert.ok(server !== undefined && this.#connected !== null, "there is no server");
    return this.#connected.by(new Caller(server.http, this.#connected.caller.key));
  }

  /** Backs up during writes, with one write claimed and not sent. Then writes more, and loses the database. */
  async backUpAndLose(): Promise<void> {
    const { engine } = this.#fixture;
    const provider = this.#provider;
    const server = await this.#start();
    const base = new Fixture({ engine, provider, server, client: await makeClient(server) }, this.#env);
    const here = await base.connected();
    this.#connected = here;
    this.#known = await doneBefore(here, provider);
    provider.faults.add({ match: probe, fault: { kind: "hang_before_effect" } });
    const caught = here.set("CAUGHT", "caught").catch(() => null);
    await until(withinMs, "a write hangs before it is sent", () =>
      provider.faults.pending.length === 0 ? true : null,
    );
    const stopping = new AbortController();
    const options = { prefix: "DURING", streams: 2, signal: stopping.signal };
    const writing = writeUntilStopped(() => here, this.#during, options);
    await this.#fixture.backUp();
    assert.equal((await recordOfKey(here, "caught")).status, "accepted", "the backup was too late");
    assert.equal((await here.set("LOST_DATED", this.#dated)).status, 200);
    assert.equal((await here.set("LOST_UNDATED", "lost-undated")).status, 200);
    assert.equal((await here.set("FREED", "freed")).status, 200, "the second attempt of a freed key");
    stopping.abort();
    await writing;
    this.#effectsBefore = this.#ledger.effects.length;
    await server.kill9();
    await caught;
  }

  async restore(): Promise<void> {
    const { engine, home, restore } = this.#fixture;
    await restore();
    if (engine === "sqlite") await assert.rejects(this.#start(), /is a backup made at .*idempotency-keys expire/);
    const at = {
      cwd: home.folder,
      env: { ...this.#env, SVC_DATABASE_URL: home.serverDatabaseUrl ?? home.databaseUrl },
    };
    const checked = await runBlock(blocksUnder("backup.md", "Restoring")[2], at);
    assert.match(checked, /newestExecutionAt +2/);
    // The claimed write, and possibly one of the others.
    assert.match(checked, /reopened +[1-9]/);
  }

  async assertKeys(): Promise<void> {
    await this.#start();
    const here = this.#at();
    assert.ok(this.#known !== null);
    assertReplay(this.#known, await here.set("KNOWN", "known"));
    await until(withinMs, "the interrupted write is unknown", async () =>
      (await recordOfKey(here, "caught")).status === "outcome_unknown" ? true : null,
    );
    assertProblem(await here.set("CAUGHT", "caught"), "ACTION_OUTCOME_UNKNOWN");
    for (const [name, key] of Object.entries({
      LOST_DATED: this.#dated,
      LOST_UNDATED: "lost-undated",
      FREED: "freed",
    })) {
      assertProblem(await here.set(name, key), "IDEMPOTENCY_RESULT_EXPIRED");
    }
    for (const { name, first } of this.#during) await assertNotTwice(here, name, first);
    assert.equal(this.#ledger.effects.length, this.#effectsBefore, "something acted again");
    await assertEveryOperation(here);
  }

  /** Runs commands with one replica, and checks the other. */
  async assertCommands(): Promise<void> {
    const [server] = this.#running.slice(-1);
    assert.ok(server !== undefined);
    if (this.#fixture.engine === "postgres") await this.#start();
    const there = this.#at();
    assert.equal((await there.set("DATED", newIdempotencyKey())).status, 200);
    assertProblem(await there.set("UNDATED", "undated"), "IDEMPOTENCY_RESULT_EXPIRED");
    await operateJson(server, ["idempotency-keys", "expire", "--before", "now", "--undated-until", "now"]);
    await until(withinMs, "keys without a time act again", async () =>
      (await there.set("UNDATED", "undated")).status === 200 ? true : null,
    );
    const old = `order:42:${keyFrom(hourMs)}`;
    assertProblem(await there.set("OLD", old), "IDEMPOTENCY_RESULT_EXPIRED");
    await operateJson(server, ["idempotency-keys", "expire", "--clear"]);
    await until(withinMs, "no key is refused any longer", async () =>
      (await there.set("OLD", old)).status === 200 ? true : null,
    );
    const trail = (await server.operate(["audit", "export", "--format", "json"])).stdout;
    const types = [...trail.matchAll(/"idempotency_keys\.(\w+)"/g)].map(([, type]) => type);
    assert.deepEqual(types, ["expired", "expired", "expiry_cleared"]);
    assert.equal((await operateJson<{ ok: boolean }>(server, ["audit", "verify"])).ok, true);
    for (const [name, count] of effectsByName(this.#ledger.effects))
      assert.equal(count, 1, `${name} acted ${count} times`);
  }
}

/** Writes in the backup: a completed one, and one that proved to have no effect. */
async function doneBefore(here: Connected, provider: DopplerSimulator): Promise<HttpResponse> {
  const done = await here.set("KNOWN", "known");
  assert.equal(done.status, 200);
  provider.faults.add({ match: { method: "POST" }, fault: { kind: "status", status: 429, effect: false } });
  assertProblem(await here.set("FREED", "freed"), "PROVIDER_RATE_LIMITED");
  return done;
}

/** A write during the backup is either known, with its response, or refused. */
async function assertNotTwice(after: Connected, name: string, first: HttpResponse | null): Promise<void> {
  const again = await after.set(name, name);
  if (again.status === 200 && first !== null) assertReplay(first, again);
  else if (again.status === 504) assertProblem(again, "ACTION_OUTCOME_UNKNOWN");
  else assertProblem(again, "IDEMPOTENCY_RESULT_EXPIRED");
}

/** Every keyed operation refuses a key from before the restore, and accepts a new one. */
async function assertEveryOperation({ caller, tenantId, path }: Connected): Promise<void> {
  const calls = [
    { path: "/v1/tenants", body: { externalId: "restored", displayName: "Acme" }, status: 201 },
    { path: `/v1/tenants/${tenantId}/connect-sessions`, body: sessionBody(), status: 201 },
    { path: `${path}:test`, body: undefined, status: 200 },
  ];
  for (const call of calls) {
    const old = await caller.post(call.path, call.body, { idempotencyKey: keyFrom(hourMs) });
    assertProblem(old, "IDEMPOTENCY_RESULT_EXPIRED");
    const now = await caller.post(call.path, call.body, { idempotencyKey: newIdempotencyKey() });
    assert.equal(now.status, call.status, now.text);
  }
}

/** A key of this age. */
function keyFrom(agoMs: number): string {
  return makeIdempotencyKey(Date.now() - agoMs, randomBytes(10));
}

async function keptApart(): Promise<void> {
  const env = { SVC_VAULT_KEYS: keyring() };
  const fixture = await makeFixture("sqlite", env);
  const { home } = fixture;
  try {
    const server = await startServer({ engine: "sqlite", home, env });
    await fixture.backUp();
    const path = join(home.folder, "backup.sqlite");
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const bytes = (await stat(path)).size;
    const ran = await server.operate(["backup", "--to", "backup.sqlite"]);
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stderr, /already exists/);
    assert.equal((await stat(path)).size, bytes);
    await server.stop();
    await fixture.restore();
    for (const keys of [undefined, keyring()]) {
      const SVC_VAULT_KEYS = keys === undefined ? {} : { SVC_VAULT_KEYS: keys };
      const ran = await runProgram("svc-server", ["serve", "--sandbox"], {
        cwd: home.folder,
        env: { SVC_DATABASE_URL: home.databaseUrl, SVC_LISTEN: "127.0.0.1:0", ...SVC_VAULT_KEYS },
      });
      assert.notEqual(ran.exitCode, 0, "it serves without its key");
      assert.match(ran.stderr, /vault key/i);
    }
  } finally {
    await home.remove();
  }
}
