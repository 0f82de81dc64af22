/** Harbor with a fake svc, and browsers that speak only HTTP. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tools/free-port.ts";
import { createApp } from "../src/app.ts";
import type { Settings } from "../src/visit.ts";
import { problem, startFakeSvc, type FakeSvc } from "./fake-svc.ts";

/** A page that a browser received. */
export type Got = { status: number; text: string; location: string; headers: Headers };

/** A signed-in browser. `csrf` is the token in its pages. */
export type Visitor = {
  csrf: string;
  cookie: string;
  get: (path: string) => Promise<Got>;
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Got>;
};

/** The app under test. */
export type Harbor = {
  origin: string;
  svc: FakeSvc;
  log: string[];
  /** Everything stored on disk. */
  stored: () => string;
  request: (path: string, init?: RequestInit) => Promise<Got>;
  signIn: (user: "ada" | "grace") => Promise<Visitor>;
  stop: () => Promise<void>;
};

/** The signing secret of Harbor's webhook endpoint. */
export const webhookSecret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

/** Starts it. Acme Bakery (Ada) has one active connection to Doppler, `con_acme`. */
export async function startHarbor(settings: Partial<Settings> = {}): Promise<Harbor> {
  const svc = await startFakeSvc();
  const connection = {
    id: "con_acme",
    provider: "doppler",
    status: "active",
    account: { slug: "acme", name: "Acme Doppler" },
    grantedActions: ["secrets.names.list", "secrets.set", "secrets.get"],
    createdAt: "2026-01-31T12:00:00.000Z",
    updatedAt: "2026-01-31T12:00:00.000Z",
  };
  const tenant = "/v1/tenants/ten_acme-bakery";
  svc.on(`GET ${tenant}/connections`, () => ({ status: 200, body: { connections: [connection], nextCursor: null } }));
  svc.on("GET /v1/tenants/*/connections/*", () => problem(404, "CONNECTION_NOT_FOUND"));
  svc.on(`GET ${tenant}/connections/con_acme`, () => ({ status: 200, body: connection }));
  const provider = { slug: "doppler", name: "Doppler", description: "Secrets.", authKinds: ["static_credential"] };
  svc.on("GET /v1/tenants/*/providers", () => ({ status: 200, body: { providers: [provider] } }));
  svc.on("GET /v1/tenants/*/providers/*/actions", () => ({ status: 200, body: { actions: [] } }));
  svc.on("POST /v1/tenants/*/connections/*/actions/secrets.names.list:execute", () => ({
    status: 200,
    body: { execution: { id: "act_read" }, output: { names: ["STRIPE_KEY"] } },
  }));

  const folder = mkdtempSync(join(tmpdir(), "harbor-test-"));
  const recordsFile = join(folder, "harbor.sqlite");
  const port = await freePort();
  const origin = settings.origin ?? `http://localhost:${port}`;
  const log: string[] = [];
  const app = createApp({
    serviceUrl: svc.url,
    serviceKey: "svc_test_canary-service-key",
    approvalsKey: "svc_test_canary-approvals-key",
    webhookSecret,
    completion: "confirmed",
    recordsFile,
    log: (line) => log.push(line),
    ...settings,
    origin,
  });
  await once(app.listen(port, "127.0.0.1"), "listening");

  async function request(path: string, init: RequestInit = {}): Promise<Got> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
    const location = response.headers.get("location") ?? "";
    return { status: response.status, text: await response.text(), location, headers: response.headers };
  }

  async function signIn(user: "ada" | "grace"): Promise<Visitor> {
    const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
    const response = await request("/sign-in", { method: "POST", headers, body: `user=${user}` });
    assert.equal(response.status, 303);
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    const get = (path: string): Promise<Got> => request(path, { headers: { cookie } });
    const csrf = /name="csrf" value="([\w-]+)"/.exec((await get("/integrations")).text)?.[1] ?? "";
    assert.notEqual(csrf, "");
    const post: Visitor["post"] = (path, fields, more = {}) =>
      request(path, {
        method: "POST",
        headers: { ...headers, cookie, ...more },
        body: new URLSearchParams({ csrf, ...fields }).toString(),
      });
    return { csrf, cookie, get, post };
  }

  return {
    origin,
    svc,
    log,
    stored: () => readFileSync(recordsFile, "latin1"),
    request,
    signIn,
    async stop() {
      app.closeAllConnections();
      app.close();
      await once(app, "close");
      await svc.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The key in a page's form. */
export function keyIn({ text }: Got): string {
  return /name="key" value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? "";
}
