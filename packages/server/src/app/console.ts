/** Wires the operator console over the services that the API has, on a listener of its own. */
import type { FastifyInstance } from "fastify";
import { createAudit } from "../audit/audit.ts";
import type { Config } from "./config.ts";
import type { Connections } from "../connections/connections.ts";
import type { Resources } from "./resources.ts";
import type { ExecutionRecords } from "../executions/records.ts";
import type { Readiness } from "../http/readiness.ts";
import { serveHealth } from "../http/routes/health.ts";
import { createCursors } from "../listing/cursor.ts";
import { serveConsole } from "../operator-console/door.ts";
import { createOperatorSessions } from "../operators/sessions.ts";
import { operatorSecretsOf } from "./operator-secrets.ts";
import { createOverview } from "../overview/overview.ts";
import { createServiceClients } from "../service-clients/service-clients.ts";
import { serviceKeysOf } from "./secrets.ts";
import type { Webhooks } from "../webhooks/endpoints.ts";
import { createWebhookOperations } from "../webhooks/operating.ts";

/** What the console shares with the API. */
export type ConsoleParts = {
  app: FastifyInstance;
  config: Pick<Config, "adminUrl">;
  deployment: Resources;
  sandbox: boolean;
  readiness: Readiness;
  connections: Connections;
  records: ExecutionRecords;
  webhooks: Webhooks;
  /** Slugs of the providers of this version. */
  providers: readonly string[];
};

/** Registers the console and the health of the process on its listener. */
export function wireConsole(parts: ConsoleParts): void {
  const { app, config, deployment, sandbox, connections, records, webhooks, providers } = parts;
  const { store, vault, platform, clock, newId } = deployment;
  const audit = createAudit(store.audit, { platform, newId });
  const secrets = operatorSecretsOf(vault.hashes, platform);
  const keys = serviceKeysOf(vault, platform);
  const about = { store: store.serviceClients, keys, audit, platform, newId, known: [] };
  const sessions = createOperatorSessions({ store: store.operators, secrets, audit, platform });
  app.addHook("onClose", () => sessions.stop());
  serveHealth({ app }, { sandbox, readiness: parts.readiness });
  serveConsole({
    app,
    adminUrl: config.adminUrl,
    services: {
      sessions,
      overview: createOverview({ store: store.overview, trail: store.audit, cursors: createCursors(vault.hashes) }),
      connections,
      records,
      webhooks,
      webhookOperations: (actor) =>
        createWebhookOperations({ store: store.webhooks, events: store.events, audit, platform, actor }),
      serviceClients: (actor) => createServiceClients({ ...about, actor }),
      findClient: store.serviceClients.find,
      platform,
      clock,
      providers,
      sandbox,
    },
  });
}
