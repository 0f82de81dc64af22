/** Creates the services for operators: the console's sessions and pages, and operations across service clients. */
import type { Actor } from "../domain/audit/port.ts";
import { createDashboard, type Dashboard } from "../domain/operators/dashboard.ts";
import { createOverview, type Overview } from "../domain/operators/overview.ts";
import { createOperatorSessions, type OperatorSessions } from "../domain/operators/sessions.ts";
import type { Cursors } from "../domain/paging/cursor.ts";
import type { FactsDeps } from "../domain/proposals/facts.ts";
import { createServiceClients, type ServiceClients } from "../domain/service-clients/service-clients.ts";
import { createWebhookOperations, type WebhookOperations } from "../domain/webhooks/operating.ts";
import type { AttemptParts } from "./executing.ts";
import { createOperatorSecrets, type createServiceKeys } from "./secrets.ts";

export type OperatorServices = {
  operatorSessions: OperatorSessions;
  dashboard: Dashboard;
  overview: Overview;
  /** Operations on service clients for an operator. @param actor for the audit trail. */
  serviceClientsBy: (actor: Actor) => ServiceClients;
  /** Operations on webhook endpoints for an operator. @param actor for the audit trail. */
  webhookOperationsBy: (actor: Actor) => WebhookOperations;
};

/** Creates them. Once used, `operatorSessions` has a timer. @param services.facts for the pages of proposals. */
export function createOperatorServices(
  { resources, audit }: Pick<AttemptParts, "resources" | "audit">,
  services: { serviceKeys: ReturnType<typeof createServiceKeys>; cursors: Cursors; facts: FactsDeps },
): OperatorServices {
  const { store, vault, platform, newId } = resources;
  const { serviceKeys, cursors, facts } = services;
  const clients = { store: store.serviceClients, keys: serviceKeys, audit, platform, newId, known: [] };
  const webhooks = { store: store.webhooks, events: store.events, audit, platform };
  return {
    operatorSessions: createOperatorSessions({
      store: store.operators,
      secrets: createOperatorSecrets(vault.hashes, platform),
      audit,
      platform,
    }),
    dashboard: createDashboard({ store: store.dashboard, unknownOutcomes: store.unknownOutcomes, platform }),
    overview: createOverview({
      store: store.overview,
      trail: store.audit,
      cursors,
      platform,
      proposals: store.proposals,
      facts,
    }),
    serviceClientsBy: (actor) => createServiceClients({ ...clients, actor }),
    webhookOperationsBy: (actor) => createWebhookOperations({ ...webhooks, actor }),
  };
}
