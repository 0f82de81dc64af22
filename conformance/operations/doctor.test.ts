/** The operator's doctor: every line says how it is and what to do, and none tells a secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { suite } from "../harness/index.ts";
import { runProgram } from "../harness/programs.ts";

interface Diagnosis {
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly status: "ok" | "warn" | "fail";
    readonly detail: string;
  }[];
}

const canary = "canary-doctor-92";

suite(
  "doctor",
  (stage) => {
    test("beside a server in order nothing fails, and every check is there", async () => {
      const ran = await stage().server.operate(["doctor", "--format", "json"]);
      assert.equal(ran.exitCode, 0, ran.stdout + ran.stderr);
      const { ok, checks } = JSON.parse(ran.stdout) as Diagnosis;
      assert.equal(ok, true);
      const names = [
        "configuration",
        "public URL",
        "OAuth apps",
        "database",
        "clock",
        "vault",
        "audit retention",
        "service clients",
        "confirmed completion",
        "unknown outcomes",
        "server",
        "operator console",
      ];
      const disk = stage().engine === "sqlite" ? ["disk"] : [];
      const found = new Set(checks.map(({ name }) => name));
      for (const name of [...names, ...disk]) assert.ok(found.has(name), name);
      assert.equal(checks.find(({ name }) => name === "clock")?.status, "ok");
    });

    test("what is wrong is all told at once, with what to do, and without a value", async () => {
      const { home } = stage().server;
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
      assert.ok(!ran.stdout.includes("SVC_TOKEN"), "a variable of callers is taken for a slip");
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

    test("a plain address for others, an unheard-of app and a server that is not there are told", async () => {
      const { home } = stage().server;
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
          checks.some((check) => check.name === name && check.status === status && detail.test(check.detail)),
          name,
        );
      };
      told("public URL", "fail", /connect\.example is not https/);
      told("OAuth apps", "warn", /nowhere/);
      told("server", "fail", /svc-server serve/);
      told("operator console", "fail", /nothing answers at http:\/\/127\.0\.0\.1:10/);
      told("database", "ok", /applied/);
    });
  },
  { env: { SVC_DRAIN_GRACE_MS: "0" } },
);
