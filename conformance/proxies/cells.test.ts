/** Three cells behind one address, at nginx, HAProxy and Envoy with the configurations that svc-server prints. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { CreatedWebhookEndpoint, ExecutedAction, ExecutionList } from "@svc/contract";
import { startDopplerSimulator, type DopplerSimulator } from "@svc/provider-doppler/simulator";
import { launchChromium } from "../../tools/browser/launch.ts";
import {
  Caller,
  connect,
  devConfig,
  freePort,
  HttpClient,
  makeClient,
  openSession,
  startServer,
  uniqueName,
  untilSettled,
  verifies,
  type RunningServer,
} from "../harness/index.ts";
import { SignIn, signInPage, startHost, type PublishingHost } from "../suites/agent-sign-in-fixture.ts";
import { receiver, verified } from "../suites/webhook-receiver.ts";
import { nginxWith, replaceAll, runProxy, type RunningProxy } from "./programs.ts";

const cells = ["eu", "us", "ap"] as const;
type Cell = (typeof cells)[number];
const routers = ["nginx", "haproxy", "envoy"] as const;

let publicPort = 0;
let publicUrl = "";
let provider: DopplerSimulator;
let host: PublishingHost;
const servers = new Map<Cell, RunningServer>();
/** Of each cell, a service client, whose calls go to the router. */
const callers = new Map<Cell, Caller>();

before(
  async () => {
    publicPort = await freePort();
    publicUrl = `http://127.0.0.1:${publicPort}`;
    provider = await startDopplerSimulator();
    host = await startHost();
    await Promise.all(cells.map(startCell));
  },
  { timeout: 120_000 },
);
after(async () => {
  for (const { http } of callers.values()) http.close();
  for (const server of servers.values()) await server.dispose();
  await provider.close();
  await host.close();
});

async function startCell(cell: Cell): Promise<void> {
  const env = { SVC_CELL: cell, SVC_PUBLIC_URL: publicUrl };
  const server = await startServer({ engine: "sqlite", sandboxProvider: provider.url, env });
  servers.set(cell, server);
  const client = await makeClient(server, { flags: ["--agent-sign-in-url", signInPage] });
  assert.ok(client.id.startsWith(`scl_${cell}.`), client.id);
  assert.ok(client.key.startsWith(`svc_live_${cell}.`));
  const http = new HttpClient(publicUrl, (exchange) => server.api.faultsOf(exchange));
  callers.set(cell, new Caller(http, client.key));
}

const callerOf = (cell: Cell): Caller => callers.get(cell) ?? assert.fail();
const serverOf = (cell: Cell): RunningServer => servers.get(cell) ?? assert.fail();

async function makeTenant(cell: Cell): Promise<string> {
  const body = { externalId: uniqueName("tenant"), displayName: "Acme" };
  const made = await callerOf(cell).post("/v1/tenants", body, { idempotencyKey: uniqueName("tenant") });
  assert.equal(made.status, 201, made.text);
  return (made.json as { id: string }).id;
}

/** Starts a router with what the command prints, without TLS, which its own tests have. */
async function startRouter(name: (typeof routers)[number]): Promise<RunningProxy> {
  const given = cells.flatMap((cell) => ["--cell", `${cell}=${new URL(serverOf(cell).url).host}`]);
  const printed = await serverOf("eu").operate(["cells", "router", name, ...given, "--host", "svc.example.com"]);
  assert.equal(printed.exitCode, 0, printed.stderr);
  const argsFor = (folder: string, port: number): string[] => {
    const write = (file: string, changes: Readonly<Record<string, string>>): string => {
      writeFileSync(join(folder, file), replaceAll(printed.stdout, changes));
      return join(folder, file);
    };
    if (name === "haproxy") {
      const listens = { "bind :443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1": `bind 127.0.0.1:${port}` };
      return ["-db", "-f", write("haproxy.cfg", listens)];
    }
    if (name === "envoy") {
      const from = printed.stdout.indexOf("        - transport_socket:");
      const tls = printed.stdout.slice(from, printed.stdout.indexOf("          filters:"));
      const file = write("envoy.yaml", {
        "address: 0.0.0.0, port_value: 443": `address: 127.0.0.1, port_value: ${port}`,
        [`${tls}          filters:`]: "        - filters:",
      });
      return ["--config-path", file, "--concurrency", "1", "--use-dynamic-base-id"];
    }
    const plain = {
      "listen 443 ssl http2": `listen 127.0.0.1:${port}`,
      "  ssl_certificate /etc/ssl/svc.example.com.pem;\n": "",
      "  ssl_certificate_key /etc/ssl/svc.example.com.key;\n": "",
      // Here, the address has a port.
      "Host $host;": "Host $http_host;",
    };
    return nginxWith(folder, replaceAll(printed.stdout, plain));
  };
  return await runProxy(name, argsFor, answers, publicPort);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port });
    const end = (isUp: boolean): void => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

/** Writes a secret, which must succeed. */
async function write(cell: Cell, tenantId: string, connectionId: string): Promise<ExecutedAction> {
  const path = `/v1/tenants/${tenantId}/connections/${connectionId}/actions/secrets.set:execute`;
  const input = { ...devConfig, name: "CELL", value: uniqueName("value") };
  const response = await callerOf(cell).post(path, { input }, { idempotencyKey: uniqueName("write") });
  assert.equal(response.status, 200, response.text);
  return response.json as ExecutedAction;
}

for (const name of routers) {
  describe(name, { concurrency: false, timeout: 120_000 }, () => {
    let router: RunningProxy;
    before(async () => {
      router = await startRouter(name);
    });
    after(() => router.stop());

    test("each cell's clients connect tenants and act, each in its own database", async () => {
      for (const cell of cells) {
        const caller = callerOf(cell);
        const tenantId = await makeTenant(cell);
        assert.ok(tenantId.startsWith(`ten_${cell}.`), tenantId);
        // The token of the session is in a body.
        const connectionId = await connect(caller, tenantId, provider.tokens.serviceAccount);
        const { execution } = await write(cell, tenantId, connectionId);
        const path = `/v1/tenants/${tenantId}/action-executions`;
        assert.equal((await caller.get(`${path}/${execution.id}`)).status, 200);
        const listed = (await caller.get(path)).json as ExecutionList;
        assert.deepEqual(
          listed.executions.map(({ id }) => id),
          [execution.id],
        );
        const other = callerOf(cell === "eu" ? "us" : "eu");
        assert.equal((await other.get(`/v1/tenants/${tenantId}`)).status, 404);
      }
    });

    test("the hosted page connects a tenant in Chromium", { timeout: 120_000 }, async () => {
      const tenantId = await makeTenant("us");
      const session = await openSession(callerOf("us"), tenantId);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage({ locale: "en-US" });
        // The page goes back to the app by itself; a response without content leaves the browser where it is.
        await page.route(/[?&]status=/, (route) => route.fulfill({ status: 204 }));
        await page.goto(`${session.connectUrl}#token=${session.token}`);
        await page.locator("input").fill(provider.tokens.serviceAccount);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Connected" }).waitFor({ timeout: 60_000 });
        assert.equal((await untilSettled(callerOf("us"), tenantId, session.id)).status, "completed");
      } finally {
        await browser.close();
      }
    });

    test("an agent signs in to a tenant's address, and refreshes, in its cell", async () => {
      for (const cell of ["us", "ap"] as const) {
        const tenantId = await makeTenant(cell);
        const path = `/v1/tenants/${tenantId}/mcp`;
        const signIn = new SignIn({ url: publicUrl, clientId: host.clientId, resource: publicUrl + path });
        const allowed = { tenant_id: tenantId, subject: "user-1", actions: ["doppler/*"] };
        const tokens = await signIn.tokens(callerOf(cell), allowed);
        assert.ok(tokens.access_token.startsWith(`svc_dt_${cell}.`));
        const { status, body } = await signIn.refresh(tokens.refresh_token);
        assert.equal(status, 200, JSON.stringify(body));
        const caller = new Caller(callerOf(cell).http, body.access_token ?? "");
        const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
        const accept = ["accept", "application/json, text/event-stream"] as const;
        assert.equal((await caller.post(path, list, { headers: [accept] })).status, 200);
      }
    });

    test("an endpoint for webhooks belongs to its cell, which sends to it", async () => {
      const at = await receiver();
      try {
        const caller = callerOf("us");
        const body = { url: at.url, eventTypes: ["webhook_endpoint.test"] };
        const made = await caller.post("/v1/webhook-endpoints", body, { idempotencyKey: uniqueName("endpoint") });
        assert.equal(made.status, 201, made.text);
        const { id, secret = "" } = made.json as CreatedWebhookEndpoint;
        assert.equal((await caller.post(`/v1/webhook-endpoints/${id}:test`)).status, 200);
        await at.count(1);
        assert.equal(verified(secret, at.received[0] ?? assert.fail()).type, "webhook_endpoint.test");
        assert.equal((await caller.delete(`/v1/webhook-endpoints/${id}`)).status, 204);
      } finally {
        at.close();
      }
    });

    test("if a cell is down, the others don't notice, and what all answer alike is answered", async () => {
      const [cell, others] = ["ap", ["eu", "us"]] as const;
      const tenantId = await makeTenant(cell);
      const { home } = serverOf(cell);
      await serverOf(cell).kill9();
      for (const other of others) await makeTenant(other);
      for (let n = 0; n < 6; n += 1) {
        const response = await fetch(`${publicUrl}/openapi.json`);
        await response.body?.cancel();
        assert.equal(response.status, 200);
      }
      const missed = await fetch(`${publicUrl}/v1/tenants/${tenantId}`, {
        headers: { authorization: `Bearer ${callerOf(cell).key}` },
      });
      assert.ok([502, 503].includes(missed.status), String(missed.status));
      await missed.body?.cancel();
      const env = { SVC_PUBLIC_URL: publicUrl };
      servers.set(cell, await startServer({ engine: "sqlite", sandboxProvider: provider.url, env, home }));
    });
  });
}

verifies(
  "routes.cells",
  "a server refuses what belongs to another cell, wherever its mark is, and names it",
  async () => {
    const { url } = serverOf("eu");
    const { key } = callerOf("us");
    const token = `cst_us.${"a".repeat(43)}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const json = { "content-type": "application/json", origin: "https://app.example.com" };
    const asked: readonly [string, RequestInit][] = [
      ["/v1/tenants", { headers: { authorization: `Bearer ${key}` } }],
      ["/connect/oauth/github/callback?code=1&state=cos_us." + "a".repeat(43), {}],
      ["/connect/v1/exchange", { method: "POST", headers: json, body: JSON.stringify({ token }) }],
      ["/connect/v1/status", { method: "POST", headers: json, body: JSON.stringify({ token }) }],
      [
        "/oauth/token",
        { method: "POST", headers: form, body: `grant_type=refresh_token&refresh_token=art_us.${"a".repeat(43)}` },
      ],
      ["/oauth/revoke", { method: "POST", headers: form, body: `token=art_us.${"a".repeat(43)}` }],
    ];
    for (const [path, init] of asked) {
      const response = await fetch(url + path, { redirect: "manual", ...init });
      assert.deepEqual([response.status, response.headers.get("svc-cell")], [421, "us"], path);
      const problem = (await response.json()) as { code: string };
      assert.equal(problem.code, "WRONG_CELL");
    }
    const own = await fetch(`${url}/v1/tenants`, { headers: { authorization: `Bearer ${callerOf("eu").key}` } });
    assert.equal(own.status, 200);
    await own.body?.cancel();
  },
);
