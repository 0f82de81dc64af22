/** The official conformance suite's scenarios for authorization servers, with a person who signs in. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mcpConformance } from "../../judges/vendors/mcp-conformance.ts";
import { freePort } from "../../tools/free-port.ts";
import { makeClient, suite, until, verifies } from "../harness/index.ts";
import { approve, Browser, registerHost, registering, signInPage } from "./agent-sign-in-fixture.ts";

/** Every scenario of the suite for authorization servers. */
const scenarios = ["authorization-server-metadata-endpoint", "authorization-code-grant"];

suite(
  "agent sign-in and the official suite",
  (fixture) => {
    verifies("sign-in.official-suite", "passes every scenario for authorization servers", async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [mcpConformance, "list", "--authorization"]);
      assert.deepEqual(
        [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name),
        scenarios,
      );

      const { url } = fixture().server;
      const { caller } = await makeClient(fixture().server, { flags: ["--agent-sign-in-url", signInPage] });
      const { tenantId } = await fixture().connected({ caller });
      const port = await freePort();
      const clientId = await registerHost(url, `http://127.0.0.1:${port}/callback`);
      const folder = mkdtempSync(join(tmpdir(), "svc-official-"));
      const args = ["authorization", "--url", url, "--client-id", clientId, "--port", String(port), "-o", folder];
      const child = spawn(process.execPath, [mcpConformance, ...args], { cwd: folder });
      try {
        const ended = once(child, "close");
        let printed = "";
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (printed += bytes));
        const authorize = await until(20_000, "the suite asks a person to sign in", () => {
          return /^\S+\/oauth\/authorize\?\S+$/m.exec(printed)?.[0] ?? null;
        });
        // The suite omits `resource`, so the sign-in is for the address of all tenants.
        const browser = new Browser();
        const { html } = await browser.open(authorize);
        const [, id = ""] = /agent_authorization_id=([\w.-]+)/.exec(html) ?? assert.fail(html);
        const allowed = { tenant_id: tenantId, subject: "user-318", actions: ["doppler/*"] };
        const { location } = await browser.open(await approve(caller, id, allowed));
        assert.equal((await browser.open(location ?? "")).status, 200);
        const [code] = (await ended) as [number | null];
        assert.equal(code, 0, printed);
        for (const scenario of scenarios) {
          const own = readdirSync(folder).find((name) => name.includes(scenario)) ?? assert.fail(printed);
          const checks = JSON.parse(readFileSync(join(folder, own, "checks.json"), "utf8")) as { status: string }[];
          assert.ok(checks.length > 0 && checks.every(({ status }) => status === "SUCCESS"), printed);
        }
      } finally {
        child.kill();
        rmSync(folder, { recursive: true });
      }
    });
  },
  { env: registering },
);
