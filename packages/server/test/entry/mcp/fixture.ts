/**
 * The fixture: a whole server over a real SQLite database, on its own port, with this test's providers and their
 * scripted responses.
 */
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type ElicitRequestURLParams,
  type ElicitResult,
} from "@modelcontextprotocol/client";
import type { ExchangeFacts, Provider, ProviderRequest } from "@svc/provider-kit";
import { readConfig } from "../../../src/app/config.ts";
import { createCredentials, vaultContext } from "../../../src/domain/connections/sealed-credential.ts";
import type { ConnectionRow } from "../../../src/domain/connections/port.ts";
import type { ServiceKeyRow } from "../../../src/domain/service-clients/port.ts";
import { openResources, type Resources } from "../../../src/app/resources.ts";
import { createApp } from "../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../src/entry/rest/connections.ts";
import type { RootKeys } from "../../../src/adapters/vault/keyring.ts";
import { addConnection, sampleConnection } from "../../adapters/store/samples.ts";
import { addKey, newOwner, type Owner } from "../../app/owners.ts";
import { serveRoutes } from "../../app/serve-routes.ts";
import { acme, keeper } from "./providers.ts";

/** The provider's response to one request. */
export type ProviderScript = (request: ProviderRequest) => Promise<ExchangeFacts> | ExchangeFacts;

export type { Owner } from "../../app/owners.ts";

/** What a client can do, and as whom. */
export type ClientChoice = {
  modern?: boolean;
  owner?: Owner;
  listChanged?: () => void;
  openUrl?: (request: ElicitRequestURLParams) => Promise<ElicitResult>;
};

/** Everything that a test controls. */
export type Fixture = {
  url: string;
  deployment: Resources;
  owner: Owner;
  /** Every changing request that reached the provider. */
  sent: ProviderRequest[];
  script: ProviderScript;
  draining: boolean;
  /** Everything that was logged about requests, as text. */
  log: () => string;
  newOwner(change?: Parameters<typeof newOwner>[1]): Promise<Owner>;
  connect(change?: Partial<ConnectionRow>, owner?: Owner): Promise<ConnectionRow>;
  mcpUrl(owner?: Owner): string;
  /** Posts a message, or anything else, as an MCP client does. */
  post(body: unknown, headers?: Record<string, string>, owner?: Owner): Promise<Response>;
  /**
   * Returns a connected official client; `modern` speaks revision 2026-07-28, and `openUrl` is called with the pages that it
   * is asked to open.
   */
  client(options?: ClientChoice): Promise<Client>;
  close(): Promise<void>;
};

/** A response with this JSON body. */
export function answered(status: number, body: unknown = {}): ExchangeFacts {
  const facts = { kind: "answered", status, requestId: "r1", retryAfterSeconds: null, headers: {} } as const;
  return { ...facts, body: { kind: "complete", text: JSON.stringify(body) } };
}

/** Responds to every request as its provider would. */
export const wellBehaved: ProviderScript = ({ method }) =>
  answered({ GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }[method]);

/**
 * @param options.rateLimit requests per second, unlimited by default. @param options.publicUrl the server's public URL.
 */
export async function makeFixture(
  options: { providers?: readonly Provider[]; rateLimit?: number; publicUrl?: string; rootKeys?: RootKeys } = {},
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "svc-mcp-"));
  const config = readConfig({
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    SVC_LISTEN: "127.0.0.1:0",
    SVC_RATE_LIMIT_RPS: String(options.rateLimit ?? 0),
    SVC_CIRCUIT_BREAKER_FAULTS: "0",
  });
  const { rootKeys } = options;
  const deployment = await openResources(config, { sandbox: false, serve: false, ...(rootKeys && { rootKeys }) });
  const { store } = deployment;
  const lines: string[] = [];
  const app = createApp({
    docsUrl: "https://docs.test",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => deployment.newId("evt"),
    phase: () => "open",
    requests: createRequestTracker(() => 0),
  });
  const logged = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  // The last line of a request is logged by the app itself.
  Object.assign(app.log, { info: logged });
  app.addHook("onRequest", (request, _reply, done) => {
    Object.assign(request.log, { info: logged, warn: logged, error: logged });
    done();
  });
  const fixture = {} as Fixture;
  const publicUrl = options.publicUrl ?? "https://svc.example";
  const routes = await serveRoutes({
    config,
    resources: deployment,
    app,
    apiUrl: publicUrl,
    docsUrl: "https://docs.test",
    draining: () => fixture.draining,
    providers: options.providers ?? [acme, keeper],
    transport: {
      open: () => ({
        async send(request) {
          if (request.method !== "GET") fixture.sent.push(request);
          return await fixture.script(request);
        },
        close: () => {},
      }),
    },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const opened: Client[] = [];
  Object.assign(fixture, {
    url,
    deployment,
    sent: [],
    script: wellBehaved,
    draining: false,
    log: () => lines.join(""),
    newOwner: (change) => newOwner(deployment, change),
    connect: (change, owner = fixture.owner) => connect(deployment, owner, change),
    mcpUrl: (owner = fixture.owner) => `${url}/v1/tenants/${owner.tenantId}/mcp`,
    post: (body, headers = {}, owner = fixture.owner) =>
      fetch(fixture.mcpUrl(owner), {
        method: "POST",
        headers: { ...postHeaders(owner), ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async client({ modern = false, owner = fixture.owner, listChanged, openUrl } = {}) {
      const listen: ClientOptions = listChanged
        ? { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: listChanged } } }
        : {};
      const client = new Client(
        { name: "test", version: "1" },
        {
          ...listen,
          ...(modern ? { versionNegotiation: { mode: "auto" } } : {}),
          ...(openUrl ? { capabilities: { elicitation: { url: {} } } } : {}),
        },
      );
      if (openUrl) {
        client.setRequestHandler("elicitation/create", ({ params }) => openUrl(params as ElicitRequestURLParams));
      }
      opened.push(client);
      const requestInit = { headers: { authorization: `Bearer ${owner.key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(fixture.mcpUrl(owner)), { requestInit }));
      return client;
    },
    async close() {
      await Promise.all(opened.map((client) => client.close()));
      // Nothing may run between the two: a client may be reopening its stream.
      app.server.close();
      app.server.closeAllConnections();
      await app.close();
      await routes.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  } satisfies Omit<Fixture, "owner">);
  fixture.owner = await fixture.newOwner();
  return fixture;
}

function postHeaders({ key }: Owner): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
}

/** Another key of the same service client. */
export async function withOtherKey(
  { deployment }: Fixture,
  owner: Owner,
  change: Partial<ServiceKeyRow> = {},
): Promise<Owner> {
  return { ...owner, ...(await addKey(deployment, owner.clientId, { name: "other", ...change })) };
}

async function connect(
  { store, vault, newId }: Resources,
  { clientId, tenantId }: Owner,
  change: Partial<ConnectionRow> = {},
): Promise<ConnectionRow> {
  const place = { clientId, tenantId };
  const all = [...acme.actions, ...keeper.actions].map(({ id }) => id);
  const connection = sampleConnection(place, { id: newId("con"), provider: "acme", grantedActions: all, ...change });
  const sealed = await createCredentials(vault).seal(vaultContext(connection), { access_token: "x" });
  await addConnection(store, connection, { sealed, session: { id: newId("cs") } });
  return connection;
}
