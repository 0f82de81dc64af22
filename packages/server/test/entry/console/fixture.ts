/**
 * The fixture: a server with its operator console over a real SQLite database, and one of everything that the console
 * shows.
 */
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { readConfig } from "../../../src/app/config.ts";
import { openResources, type Resources } from "../../../src/app/resources.ts";
import type { FenceState } from "../../../src/domain/failover/judge.ts";
import { createApp } from "../../../src/entry/rest/app.ts";
import { createRequestTracker } from "../../../src/entry/rest/connections.ts";
import { createOperatorTokens, type OperatorTokens } from "../../../src/domain/operators/tokens.ts";
import { createOperatorSecrets } from "../../../src/app/secrets.ts";
import type { Provider } from "@svc/provider-kit";
import { acme } from "../mcp/providers.ts";
import { serveRoutes, type RoutesGiven } from "../../app/serve-routes.ts";
import { openFence } from "../../domain/failover/fences.ts";
import { noIds, seed, type SeededIds } from "./seed.ts";

/** Everything that a test controls. */
export type Fixture = {
  /** The origins of the console, of the API and of Connect. */
  origin: string;
  apiOrigin: string;
  connectOrigin: string;
  deployment: Resources;
  tokens: OperatorTokens;
  /** An active token and its public id. */
  token: string;
  tokenId: string;
  /** How many milliseconds every clock is ahead of the fixture's creation; they do not move on their own. */
  clock: { aheadMs: number };
  /** The state of the failover watch. */
  database: FenceState;
  seeded: SeededIds;
  /** Texts that no page may contain. */
  canaries: readonly string[];
  log: () => string;
  /** The provider's response; 200 by default. */
  provider: { status: number };
  /** Reads what servers learn of each other within seconds. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

/**
 * @param settings additional configuration. @param options.empty without anything to show. @param options.adminPort the
 * console's, if its URL must be known before. @param options.tokenName of its operator. @param options.providers acme only
 * by default. @param options.reach finds no MCP server by default.
 */
export async function makeFixture(
  settings: Readonly<Record<string, string>> = {},
  {
    empty = false,
    adminPort = 0,
    tokenName = "Ada <Lovelace>",
    providers = [acme],
    reach = {},
  }: {
    empty?: boolean;
    adminPort?: number;
    tokenName?: string;
    providers?: readonly Provider[];
    reach?: Pick<RoutesGiven, "inspectServer" | "registerApp">;
  } = {},
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "svc-console-"));
  const config = readConfig({
    SVC_DATABASE_URL: `sqlite:${join(folder, "svc.sqlite")}`,
    SVC_VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    SVC_ADMIN_LISTEN: "127.0.0.1:0",
    ...settings,
  });
  const opened = await openResources(config, { sandbox: false, serve: false });
  const clock = { aheadMs: 0 };
  const database: FenceState = { closed: null, mode: "none", lacksSync: false };
  const [openedAtMs, openedAtMonotonicMs] = [Date.now(), opened.platform.monotonicMs()];
  const ahead = { nowMs: () => openedAtMs + clock.aheadMs, monotonicMs: () => openedAtMonotonicMs + clock.aheadMs };
  const platform = { ...opened.platform, ...ahead };
  const deployment = { ...opened, platform };
  const lines: string[] = [];
  const apps = [newApp(deployment, lines), newApp(deployment, lines), newApp(deployment, lines)] as const;
  const [app, connectApp, adminApp] = apps;
  const provider = { status: 200 };
  const body = { kind: "complete", text: JSON.stringify({ slug: "acme", name: "Acme" }) } as const;
  const answered = { kind: "answered", requestId: "r1", retryAfterSeconds: null, headers: {}, body } as const;
  const routes = await serveRoutes({
    config,
    resources: deployment,
    app,
    connectApp,
    adminApp,
    fence: { ...openFence, state: () => database },
    apiUrl: "https://svc.example",
    docsUrl: "https://docs.example",
    providers,
    ...reach,
    transport: { open: () => ({ send: async () => ({ ...answered, status: provider.status }), close: () => {} }) },
  });
  const secrets = createOperatorSecrets(deployment.vault.hashes, platform);
  const tokens = createOperatorTokens({ store: deployment.store.operators, secrets, platform });
  const { token: row, secret: token } = await tokens.create({
    name: tokenName,
    role: "admin",
    expiresInDays: 30,
  });
  const [seeded, canaries] = empty ? [noIds, []] : await seed(deployment);
  const [apiOrigin, connectOrigin, origin] = await Promise.all([
    listening(app),
    listening(connectApp),
    listening(adminApp, adminPort),
  ]);
  return {
    origin,
    apiOrigin,
    connectOrigin,
    deployment,
    tokens,
    token,
    tokenId: row.id,
    clock,
    database,
    seeded,
    canaries: [token, row.hash, ...canaries],
    log: () => lines.join("\n"),
    provider,
    refresh: routes.refresh,
    async close() {
      for (const one of apps) {
        one.server.closeAllConnections();
        await one.close();
      }
      await routes.close();
      await deployment.store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function newApp({ newId }: Resources, lines: string[]): FastifyInstance {
  const app = createApp({
    docsUrl: "https://docs.example",
    sandbox: false,
    logLevel: "silent",
    newRequestId: () => newId("evt"),
    phase: () => "open",
    requests: createRequestTracker(() => 0),
  });
  const logged = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts));
  app.addHook("onRequest", (request, _reply, done) => {
    Object.assign(request.log, { info: logged, warn: logged, error: logged });
    done();
  });
  return app;
}

async function listening(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ host: "127.0.0.1", port });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
