/** `svc-server webhooks`: endpoints across service clients, their deliveries, and the size of the event logs. */
import type { WebhookDelivery } from "@svc/contract";
import { createWebhookOperations, type WebhookOperations } from "../../domain/webhooks/operating.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, printResponse, printRows, type OperatorIo, type Rows, type OperatorOptions } from "./io.ts";
import type { OperatorActions } from "./program.ts";

type WebhookActions = Pick<
  OperatorActions,
  "listWebhooks" | "webhookDeliveries" | "redeliverWebhook" | "disableWebhook" | "enableWebhook" | "webhookStatus"
>;

/** Opens the deployment for a command. */
type Opened = (options: OperatorOptions, work: (deployment: OperatorDeployment) => Promise<void>) => Promise<void>;

const limitDefault = 20;
const limitMax = 1000;

/** Creates the commands. */
export function createWebhookActions(
  io: OperatorIo,
  environment: Pick<OperatorEnvironment, "setting">,
  opened: Opened,
): WebhookActions {
  const shown = (options: OperatorOptions, work: (webhooks: WebhookOperations) => Promise<object>) =>
    opened(options, async (deployment) => printResponse(io, options.format, await work(createOperations(deployment))));
  const listed = (options: OperatorOptions, work: (deployment: OperatorDeployment) => Promise<Rows>) =>
    opened(options, async (deployment) => printRows(io, options.format, await work(deployment)));
  return {
    listWebhooks: (options) => listed(options, (deployment) => endpointRows(deployment, options.serviceClient)),
    webhookDeliveries: (endpoint, options) => {
      const query = {
        status: (options.status ?? null) as WebhookDelivery["status"] | null,
        limit: parseLimit(options),
      };
      return listed(options, async (deployment) =>
        deliveryRows(await createOperations(deployment).deliveries(endpoint, query)),
      );
    },
    redeliverWebhook: (endpoint, event, options) => shown(options, (webhooks) => webhooks.redeliver(endpoint, event)),
    disableWebhook: (endpoint, options) => shown(options, (webhooks) => webhooks.disable(endpoint)),
    enableWebhook: (endpoint, options) => shown(options, (webhooks) => webhooks.enable(endpoint)),
    webhookStatus: (options) =>
      listed(options, async (deployment) => {
        const eventRetentionDays = environment.setting()?.eventRetentionDays;
        if (options.format === "table")
          io.err(`Events and their deliveries are kept for ${eventRetentionDays} days.\n`);
        const logs = await createOperations(deployment).logs();
        const rows = logs.map((log) => [
          log.service_client_id,
          String(log.events),
          log.oldestEventAt ?? "-",
          String(log.pruned),
        ]);
        const headings = ["SERVICE CLIENT", "EVENTS", "OLDEST", "PRUNED"];
        return { document: { eventRetentionDays, logs }, headings, rows };
      }),
  };
}

function createOperations({ webhooks, events, platform }: OperatorDeployment): WebhookOperations {
  return createWebhookOperations({ store: webhooks, events, platform });
}

async function endpointRows(deployment: OperatorDeployment, serviceClient: string | undefined): Promise<Rows> {
  const webhookEndpoints = await createOperations(deployment).list(await findClientId(deployment, serviceClient));
  const headings = ["ENDPOINT", "SERVICE CLIENT", "STATUS", "FAILING SINCE", "WAITING", "HOST"];
  const rows = webhookEndpoints.map((row) => [
    row.id,
    row.service_client_id,
    row.disabledReason === null ? row.status : `${row.status} (${row.disabledReason})`,
    row.failingSince ?? "-",
    String(row.waiting),
    row.host,
  ]);
  return { document: { webhookEndpoints }, headings, rows };
}

function deliveryRows(deliveries: readonly WebhookDelivery[]): Rows {
  const headings = ["EVENT", "TYPE", "STATUS", "ATTEMPTS", "LAST", "NEXT"];
  const rows = deliveries.map(({ event_id: id, type, status, attempts, lastAttempt: last, nextAttemptAt: next }) => {
    return [id, type, status, String(attempts), String(last?.httpStatus ?? last?.fault ?? "-"), next ?? "-"];
  });
  return { document: { deliveries }, headings, rows };
}

/** @throws OperatorFailure if there is no such client. */
async function findClientId(deployment: OperatorDeployment, named: string | undefined): Promise<string | null> {
  if (named === undefined) return null;
  const client = await deployment.serviceClients.findByIdOrName(named);
  if (client === null) throw new OperatorFailure("No such service client.");
  return client.id;
}

/** @throws OperatorFailure if the limit is out of range. */
function parseLimit({ limit }: { limit?: string }): number {
  if (limit === undefined) return limitDefault;
  const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= limitMax) return number;
  throw new OperatorFailure(`--limit must be a whole number from 1 to ${limitMax}.`);
}
