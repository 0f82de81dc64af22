/** `svc-server webhooks`: endpoints across service clients, their deliveries, and the size of the event logs. */
import type { WebhookDelivery } from "@svc/contract";
import type { Administration } from "../../domain/administration/port.ts";
import { OperatorFailure, printResponse, printRows, type OperatorIo, type Rows, type OperatorOptions } from "./io.ts";
import type { OperatorActions } from "./program.ts";

type WebhookActions = Pick<
  OperatorActions,
  "listWebhooks" | "webhookDeliveries" | "redeliverWebhook" | "disableWebhook" | "enableWebhook" | "webhookStatus"
>;

/** Runs a command's work on what it administers. */
type Administered = (
  options: OperatorOptions,
  work: (administration: Administration) => Promise<void>,
) => Promise<void>;

const limitDefault = 20;
const limitMax = 1000;

/** Creates the commands. */
export function createWebhookActions(io: OperatorIo, administered: Administered): WebhookActions {
  const shown = (options: OperatorOptions, work: (administration: Administration) => Promise<object>) =>
    administered(options, async (administration) => printResponse(io, options.format, await work(administration)));
  const listed = (options: OperatorOptions, work: (administration: Administration) => Promise<Rows>) =>
    administered(options, async (administration) => printRows(io, options.format, await work(administration)));
  const of = (webhook_endpoint_id: string) => ({ params: { webhook_endpoint_id } });
  return {
    listWebhooks: (options) => listed(options, (administration) => endpointRows(administration, options.serviceClient)),
    webhookDeliveries: (endpoint, options) => {
      const { status } = options;
      const filter = status === undefined ? {} : { status: status as WebhookDelivery["status"] };
      const query = { ...filter, limit: parseLimit(options) };
      return listed(options, async (administration) =>
        deliveryRows((await administration.listEndpointDeliveries({ ...of(endpoint), query })).deliveries),
      );
    },
    redeliverWebhook: (endpoint, event_id, options) =>
      shown(options, (administration) =>
        administration.redeliverToEndpoint({ params: { webhook_endpoint_id: endpoint, event_id } }),
      ),
    disableWebhook: (endpoint, options) =>
      shown(options, (administration) => administration.disableWebhookEndpoint(of(endpoint))),
    enableWebhook: (endpoint, options) =>
      shown(options, (administration) => administration.enableWebhookEndpoint(of(endpoint))),
    webhookStatus: (options) =>
      listed(options, async (administration) => {
        const { eventRetentionDays, logs } = await administration.listEventLogs({});
        if (options.format === "table")
          io.err(`Events and their deliveries are kept for ${eventRetentionDays} days.\n`);
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

async function endpointRows(administration: Administration, serviceClient: string | undefined): Promise<Rows> {
  const query = serviceClient === undefined ? {} : { serviceClient };
  const { webhookEndpoints } = await administration.listWebhookEndpoints({ query });
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

/** @throws OperatorFailure if the limit is out of range. */
function parseLimit({ limit }: { limit?: string }): number {
  if (limit === undefined) return limitDefault;
  const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1 && number <= limitMax) return number;
  throw new OperatorFailure(`--limit must be a whole number from 1 to ${limitMax}.`);
}
