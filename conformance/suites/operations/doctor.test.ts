/** `svc-server doctor`: every line states a finding and a remedy, without secrets. */
import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { suiteOnBothEngines } from "../../harness/index.ts";
import { runProgram } from "../../harness/programs.ts";

interface Diagnosis {
  readonly ok: boolean;
  readonly envFile: string | null;
  readonly summary: Readonly<Record<"ok" | "look" | "warn" | "fail", number>>;
  readonly checks: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: "ok" | "look" | "warn" | "fail";
    readonly detail: string;
    readonly remedy: string | null;
  }[];
}

const canary = "canary-doctor-92";

suiteOnBothEngines(
  "doctor",
  (fixture) => {
    test("reports every check, and no failure, with a healthy server", async () => {
      const ran = await fixture().server.operate(["doctor", "--format", "json"]);
      assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
      const { ok, summary, checks } = JSON.parse(ran.stdout) as Diagnosis;
      assert.deepEqual([ok, summary.fail], [true, 0]);
      const names = [
        "configuration",
        "public URL",
        "OAuth apps",
        "database",
        "durability",
        "clock",
        "TLS to PostgreSQL",
        "row-level security",
        "replication",
        "vault keys",
        "database files",
        "core dumps",
        "vault",
        "audit retention",
        "service clients",
        "confirmed completion",
        "unknown outcomes",
        "server",
        "operator console",
      ];
      const disk = fixture().engine === "sqlite" ? ["disk"] : [];
      const found = new Set(checks.map(({ name }) => name));
      for (const name of [...names, ...disk]) assert.ok(found.has(name), name);
      assert.equal(checks.find(({ name }) => name === "clock")?.status, "ok");
    });

    test("checks the variables in a file, and warns if they aren't those of the answering server", async () => {
      const { home, url } = fixture().server;
      const { operate } = fixture().server;
      const judge = async (lines: readonly string[]) => {
        await writeFile(join(home.folder, "svc.env"), lines.join("\n"));
        // The shell's own variables must not count.
        const env = { SVC_LISTEN: "127.0.0.1:9", SVC_LOGLEVEL: canary };
        const args = ["doctor", "--env-file", "svc.env", "--format", "json"];
        const ran = await runProgram("svc-server", args, { cwd: home.folder, env });
        return { exitCode: ran.exitCode, ...(JSON.parse(ran.stdout) as Diagnosis) };
      };
      const databaseUrl = home.serverDatabaseUrl ?? home.databaseUrl;
      const own = [`# The server's`, `SVC_PUBLIC_URL=${url}`, `SVC_LISTEN="${new URL(url).host}"`];
      const same = await judge([...own, `SVC_DATABASE_URL='${databaseUrl}'`]);
      assert.deepEqual([same.exitCode, same.envFile], [0, "svc.env"]);
      const serverLines = (diagnosis: Diagnosis) => diagnosis.checks.filter(({ id }) => id === "server");
      assert.deepEqual(
        serverLines(same).map(({ status }) => status),
        ["ok"],
      );

      const migrate = { cwd: home.folder, env: { SVC_DATABASE_URL: "sqlite:./other/svc.sqlite" } };
      const made = await runProgram("svc-server", ["migrate", "--sandbox"], migrate);
      assert.equal(made.exitCode, 0, made.stderr);
      const other = await judge([...own, "SVC_DATABASE_URL=sqlite:./other/svc.sqlite"]);
      assert.deepEqual(
        serverLines(other).map(({ status }) => status),
        ["ok", "warn"],
      );
      assert.match(serverLines(other)[1]?.detail ?? "", /no server uses the SQLite database \S+other\/svc\.sqlite/);

      const shell = await operate(["doctor"]);
      assert.match(shell.stdout, /^Checked: the environment of this shell\./);
      await writeFile(join(home.folder, "bad.env"), `SVC_LISTEN=127.0.0.1:1\nexport A=${canary}\n`);
      const bad = await operate(["doctor", "--env-file", "bad.env"]);
      assert.equal(bad.exitCode, 2);
      assert.match(bad.stderr, /bad\.env: line 2 must be KEY=VALUE/);
      assert.ok(!bad.stderr.includes(canary));
    });

    test("reports all errors at once, with remedies and without values", async () => {
      const { home } = fixture().server;
      const env = {
        SVC_DATABASE_URL: `mysql://svc:${canary}@db/svc`,
        SVC_VAULT_KEYS: `a:${canary}`,
        SVC_ENABLED_ACTIONS: "doppler",
        SVC_CONNECT_LISTEN: "7480",
        SVC_ADMIN_URL: "http://ops.example",
        OTEL_EXPORTER_OTLP_ENDPOINT: `https://user:${canary}@collector`,
        SVC_LOGLEVEL: canary,
      };
      const callers = { SVC_TOKEN: canary, SVC_API_URL: "http://127.0.0.1:9" };
      const ran = await runProgram("svc-server", ["doctor", "--format", "json"], {
        cwd: home.folder,
        env: { ...env, ...callers },
      });
      assert.ok(!ran.stdout.includes("SVC_TOKEN"), "a variable for callers is reported as a typo");
      assert.equal(ran.exitCode, 1);
      assert.ok(!(ran.stdout + ran.stderr).includes(canary));
      const { ok, checks } = JSON.parse(ran.stdout) as Diagnosis;
      assert.equal(ok, false);
      for (const name of Object.keys(env)) {
        const status = name === "SVC_LOGLEVEL" ? "warn" : "fail";
        assert.ok(
          checks.some((check) => check.detail.startsWith(name) && check.status === status),
          name,
        );
      }
      const table = await runProgram("svc-server", ["doctor"], { cwd: home.folder, env });
      assert.equal(table.exitCode, 1);
      assert.match(table.stdout, /^FAIL {2}configuration: SVC_DATABASE_URL/m);
      assert.match(table.stdout, /^warn {2}configuration: SVC_LOGLEVEL/m);
    });

    test("reports plain HTTP for remote callers, an unknown app and an unreachable server", async () => {
      const { home } = fixture().server;
      const env = {
        SVC_DATABASE_URL: home.serverDatabaseUrl ?? home.databaseUrl,
        SVC_LISTEN: "127.0.0.1:9",
        SVC_PUBLIC_URL: "http://127.0.0.1:9",
        SVC_CONNECT_URL: "http://connect.example",
        SVC_ADMIN_LISTEN: "127.0.0.1:10",
        SVC_OAUTH_NOWHERE_CLIENT_ID: "id",
        SVC_OAUTH_NOWHERE_CLIENT_SECRET: canary,
      };
      const ran = await runProgram("svc-server", ["doctor", "--format", "json"], { cwd: home.folder, env });
      assert.equal(ran.exitCode, 1);
      assert.ok(!ran.stdout.includes(canary));
      const { checks } = JSON.parse(ran.stdout) as Diagnosis;
      const told = (name: string, status: string, detail: RegExp): void => {
        assert.ok(
          checks.some((check) => {
            return check.name === name && check.status === status && detail.test(`${check.detail}; ${check.remedy}`);
          }),
          name,
        );
      };
      told("public URL", "fail", /connect\.example isn't https/);
      told("OAuth apps", "warn", /nowhere/);
      told("server", "fail", /svc-server serve/);
      told("operator console", "fail", /no response from http:\/\/127\.0\.0\.1:10/);
      told("database", "ok", /applied/);
    });
  },
  { env: { SVC_DRAIN_GRACE_MS: "0" } },
);

/** Runs a command in a new folder with these files. */
async function alone<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a read-only command doesn't create a missing database, and says so", async () => {
  await alone(async (folder) => {
    const env = { SVC_DATABASE_URL: "sqlite:./data/svc.sqlite" };
    for (const args of [
      ["doctor"],
      ["restore-check"],
      ["service-clients", "list"],
      ["operator-tokens", "list"],
      ["webhooks", "list"],
      ["vault", "status"],
      ["vault", "rotate"],
      ["audit", "verify"],
      ["audit", "export"],
      ["idempotency-keys", "expire", "--before", "now"],
      ["backup", "--to", "copy.sqlite"],
    ]) {
      const { exitCode, stdout, stderr } = await runProgram("svc-server", args, { cwd: folder, env });
      assert.equal(exitCode, 1, args.join(" "));
      const there = /There is no database at \S+data\/svc\.sqlite: check SVC_DATABASE_URL/;
      assert.match(args[0] === "doctor" ? stdout : stderr, there, args.join(" "));
      assert.deepEqual(await readdir(folder), [], args.join(" "));
    }
    // An empty file isn't a database either.
    await writeFile(join(folder, "empty.sqlite"), "");
    const empty = await runProgram("svc-server", ["restore-check"], {
      cwd: folder,
      env: { SVC_DATABASE_URL: "sqlite:./empty.sqlite" },
    });
    assert.match(empty.stderr, /There is no database at/);
    assert.deepEqual(await readdir(folder), ["empty.sqlite"]);
  });
});

test("fails for an all-zero key in a world-readable file, and a world-readable database", async () => {
  await alone(async (folder) => {
    await writeFile(join(folder, "vault-key"), `main:${Buffer.alloc(32).toString("base64")}\n`, { mode: 0o600 });
    const env = { SVC_DATABASE_URL: "sqlite:./data/svc.sqlite", SVC_VAULT_KEY_FILE: "vault-key" };
    const made = await runProgram("svc-server", ["migrate"], { cwd: folder, env });
    assert.equal(made.exitCode, 0, made.stderr);
    await chmod(join(folder, "vault-key"), 0o644);
    await chmod(join(folder, "data/svc.sqlite"), 0o666);
    const ran = await runProgram("svc-server", ["doctor", "--format", "json"], { cwd: folder, env });
    assert.equal(ran.exitCode, 1);
    const { checks } = JSON.parse(ran.stdout) as Diagnosis;
    const failed = (id: string) => checks.filter((check) => check.id === id && check.status === "fail");
    assert.match(failed("vault-keys")[0]?.detail ?? "", /^key main is 32 zero bytes/);
    assert.match(failed("vault-key-file")[0]?.detail ?? "", /mode 0644: others can read it/);
    assert.match(failed("database-files")[0]?.detail ?? "", /mode 0666: others can change it/);
  });
});
