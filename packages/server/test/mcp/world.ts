/** A whole server over a real SQLite database, on a port of its own, with providers of these tests behind a script. */
import { openFence } from "../failover/fences.ts";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type ClientOptions } from "@modelcontextprotocol/client";
import type { ExchangeFacts, Provider, ProviderRequest } from "@svc/provider-kit";
import { every } from "../../src/app/background.ts";
import { createInHand } from "../../src/executions/in-hand.ts";
import { readConfig } from "../../src/app/config.ts";
import { vaultPlace } from "../../src/connect/completion.ts";
import { createCredentials } from "../../src/connections/credentials.ts";
import type { ConnectionRow } from "../../src/connections/port.ts";
import { newOwnerId, openResources, type Resources } from "../../src/app/resources.ts";
import { leaseTimes, takeLease } from "../../src/executions/lease.ts";
import { createApp } from "../../src/http/app.ts";
import { createTraffic } from "../../src/http/traffic.ts";
import { serviceKeysOf } from "../../src/app/secrets.ts";
import type { RootKeys } from "../../src/vault/root-keys.ts";
import { wireRoutes } from "../../src/app/services.ts";
import { sampleClient, sampleConnection, sampleKey, sampleSession, sampleClaim } from "../store/samples.ts";
import { acme, keeper } from "./providers.ts";

/** What the provider answers to one request. */
export type ProviderScript = (request: ProviderRequest) => Promise<ExchangeFacts> | ExchangeFacts;

/** A service client with one key and one tenant. */
export type Owner = { clientId: string; keyId: string; key: string; tenantId: string };

/** Everything that a test turns. */
export type World = {
  url: string;
  deployment: Resources;
  owner: Owner;
  /** Every changing request that reached the provider. */
  sent: ProviderRequest[];
  script: ProviderScript;
  draining: boolean;
  /** All that was logged of requests, as text. */
  log: () => string;
  newOwner(change?: Parameters<typeof sampleClient>[0]): Promise<Owner>;
  connect(change?: Partial<ConnectionRow>, owner?: Owner): Promise<ConnectionRow>;
  mcpUrl(owner?: Owner): string;
  /** Posts one message, or whatever else, as an MCP client does. */
  post(body: unknown, headers?: Record<string, string>, owner?: Owner): Promise<Response>;
  /** The official client, connected; `modern` speaks revision 2026-07-28. */
  client(options?: { modern?: boolean; owner?: Owner; listChanged?: () => void }): Promise<Client>;
  close(): Promise<void>;
};

/** An answer whose body is this JSON. */
export function answered(status: number, body: unknown = {}): ExchangeFacts {
  const facts = { kind: "answered", status, requestId: "r1", retryAfterSeconds: null, headers: {} } as const;
  return { ...facts, body: { kind: "complete", text: JSON.stringify(body) } };
}

/** Answers every request as its provider would. */
export const wellBehaved: ProviderScript = ({ method }) =>
  answered({ GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }[method]);

/** @param options.rateLimit requests a second, no limit by default. @param options.publicUrl where the server is said to be. */
export async function makeWorld(
  options: { providers?: readonly Provider[]; rateLimit?: number; publicUrl?: string; rootKeys?: RootKeys } = {},
): Promise<World> {
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
  const { platform, store } = deployment;
  const lines: string[] = [];
  const app = createApp({
    docsUrl: "https://docs.test",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => deployment.newId("evt"),
    phase: () => "open",
    traffic: createTraffic(() => 0),
  });
  const logged = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  // The last line of a request is the app's own.
  Object.assign(app.log, { info: logged });
  app.addHook("onRequest", (request, _reply, done) => {
    Object.assign(request.log, { info: logged, warn: logged, error: logged });
    done();
  });
  const lease = await takeLease({
    store: store.owners,
    platform,
    newOwnerId: () => newOwnerId(platform),
  });
  const renewing = every(
    leaseTimes.renewEveryMs,
    () => lease.renew(),
    () => {},
  );
  const world = {} as World;
  const publicUrl = options.publicUrl ?? "https://svc.example";
  wireRoutes({
    config,
    sandbox: false,
    deployment,
    app,
    fence: openFence,
    lease,
    expiry: { refuse: () => undefined },
    inFlight: new Set(),
    inHand: createInHand(),
    apiUrl: publicUrl,
    docsUrl: "https://docs.test",
    draining: () => world.draining,
    providers: options.providers ?? [acme, keeper],
    transport: {
      open: () => ({
        async send(request) {
          if (request.method !== "GET") world.sent.push(request);
          return await world.script(request);
        },
        close: () => {},
      }),
    },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const opened: Client[] = [];
  Object.assign(world, {
    url,
    deployment,
    sent: [],
    script: wellBehaved,
    draining: false,
    log: () => lines.join(""),
    newOwner: (change) => newOwner(deployment, change),
    connect: (change, owner = world.owner) => connect(deployment, owner, change),
    mcpUrl: (owner = world.owner) => `${url}/v1/tenants/${owner.tenantId}/mcp`,
    post: (body, headers = {}, owner = world.owner) =>
      fetch(world.mcpUrl(owner), {
        method: "POST",
        headers: { ...postHeaders(owner), ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async client({ modern = false, owner = world.owner, listChanged } = {}) {
      const listen: ClientOptions = listChanged
        ? { listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: listChanged } } }
        : {};
      const client = new Client(
        { name: "test", version: "1" },
        { ...listen, ...(modern ? { versionNegotiation: { mode: "auto" } } : {}) },
      );
      opened.push(client);
      const requestInit = { headers: { authorization: `Bearer ${owner.key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(world.mcpUrl(owner)), { requestInit }));
      return client;
    },
    async close() {
      await Promise.all(opened.map((client) => client.close()));
      // Nothing new may come between the two: a client may be opening its stream again.
      app.server.close();
      app.server.closeAllConnections();
      await app.close();
      await renewing.stop();
      await lease.end();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  } satisfies Omit<World, "owner">);
  world.owner = await world.newOwner();
  return world;
}

function postHeaders({ key }: Owner): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
}

async function newOwner(deployment: Resources, change: Parameters<typeof sampleClient>[0] = {}): Promise<Owner> {
  const { store, vault, platform, newId } = deployment;
  const keys = serviceKeysOf(vault, platform);
  const { id, key } = keys.makeServiceKey();
  const client = sampleClient({ id: newId("scl"), allowedActions: ["*/*"], ...change });
  await store.serviceClients.create(
    client,
    sampleKey(client.id, { id, hash: keys.hash({ clientId: client.id, id }, key) }),
  );
  const tenantId = newId("ten");
  await store.tenants.create(
    { id: tenantId, clientId: client.id, externalId: tenantId, displayName: "Acme", createdAt: 1, deletedAt: null },
    sampleClaim(client.id),
    { created: { status: 201, body: {} }, exists: () => ({ status: 409, body: {} }) },
  );
  return { clientId: client.id, keyId: id, key, tenantId };
}

async function connect(
  { store, vault, newId }: Resources,
  { clientId, tenantId }: Owner,
  change: Partial<ConnectionRow> = {},
): Promise<ConnectionRow> {
  const place = { clientId, tenantId };
  const all = [...acme.actions, ...keeper.actions].map(({ id }) => id);
  const connection = sampleConnection(place, { id: newId("con"), provider: "acme", grantedActions: all, ...change });
  const record = await createCredentials(vault).seal(vaultPlace(connection, "credential"), { access_token: "x" });
  const session = sampleSession(place, { id: newId("cs"), status: "opened", provider: connection.provider });
  await store.connectSessions.create(session, sampleClaim(clientId, { tenantId }), { status: 201, body: {} });
  if (!(await store.connectSessions.complete(session.id, { connection, record, at: 2000 }))) {
    throw new Error("The connection was not made.");
  }
  return connection;
}
