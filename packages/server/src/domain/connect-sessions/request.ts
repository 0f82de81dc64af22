/** Checks a request for a Connect session, in the documented order. */
import {
  idPrefixes,
  isId,
  ServiceError,
  isRegisteredOrigin,
  isRegisteredReturnUrl,
  type CreateConnectSession,
} from "@svc/contract";
import type { Provider, ProviderAuth } from "@svc/provider-kit";
import { checkRequestedActions, findRequestableAuth } from "../catalog/catalog.ts";
import { strategyFor } from "../auth-kinds/table.ts";
import type { ConnectionRow } from "../connections/port.ts";
import type { Caller } from "../service-clients/caller.ts";
import type { ServiceClientRow, ServiceClientStore } from "../service-clients/port.ts";
import type { ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";

/** The validated request. */
export type CheckedRequest = Pick<
  ConnectSessionRow,
  "requestedActions" | "requestedEvents" | "completion" | "connectionId"
>;

/** @throws ServiceError as documented at `ConnectSessions.create`. */
export async function checkSessionRequest(
  deps: Pick<ConnectDeps, "catalog" | "connections" | "requireConfirmedCompletion">,
  { client }: Caller,
  tenantId: string,
  input: CreateConnectSession,
): Promise<CheckedRequest> {
  const { provider, authKind, allowedOrigin, returnUrl, requestedActions, requestedEvents, connection_id } = input;
  const requestable = findRequestableAuth(deps.catalog, client, { provider, authKind });
  if (!isRegisteredOrigin(allowedOrigin, client.allowedOrigins)) throw new ServiceError("ORIGIN_NOT_REGISTERED");
  if (!isRegisteredReturnUrl(returnUrl, client.allowedReturnUrls)) throw new ServiceError("RETURN_URL_NOT_REGISTERED");
  checkRequestedActions(deps.catalog, client, { provider, requestedActions: requestedActions ?? [] });
  checkRequestedEvents(requestable, requestedEvents ?? []);
  const completion = chooseCompletion(mustConfirm(deps, client), input.completion);
  if (connection_id === undefined) {
    if (requestedActions !== undefined) {
      return { requestedActions, requestedEvents: requestedEvents ?? [], completion, connectionId: "" };
    }
    throw invalid("/requestedActions", "required", "This field is required unless connection_id is given.");
  }
  const connection = await findReconnectable(deps, client.id, tenantId, { connection_id, provider });
  return {
    requestedActions: requestedActions ?? connection.grantedActions,
    requestedEvents: requestedEvents ?? connection.grantedEvents,
    completion,
    connectionId: connection_id,
  };
}

/** Events are signed with a secret of an OAuth app, so only its users' connections can have them. */
function checkRequestedEvents(
  { provider, auth }: { provider: Provider; auth: ProviderAuth },
  requested: readonly string[],
): void {
  const types = strategyFor(auth.kind).issuer(auth) === null ? [] : (provider.events?.types ?? []);
  const known = types.map(({ type }) => type);
  for (const [at, type] of requested.entries()) {
    if (known.includes(type)) continue;
    const message =
      known.length === 0
        ? `A ${auth.kind} connection to ${provider.slug} gets no events.`
        : `The provider ${provider.slug} has these events: ${known.join(", ")}.`;
    throw invalid(`/requestedEvents/${String(at)}`, "enum", message);
  }
}

/**
 * Whether sessions of the service client must be confirmed by its backend: by the client's setting, or the
 * deployment's.
 */
export function mustConfirm(
  deployment: { requireConfirmedCompletion: boolean },
  client: Pick<ServiceClientRow, "requireConfirmed">,
): boolean {
  return deployment.requireConfirmedCompletion || client.requireConfirmed;
}

function chooseCompletion(
  isRequired: boolean,
  requested: CreateConnectSession["completion"],
): ConnectSessionRow["completion"] {
  if (!isRequired) return requested ?? "automatic";
  if (requested === "automatic") {
    const message =
      "The operator requires confirmed sessions. Omit completion or set it to confirmed, and complete the session from your backend.";
    throw invalid("/completion", "const", message);
  }
  return "confirmed";
}

async function findReconnectable(
  deps: Pick<ConnectDeps, "connections">,
  clientId: string,
  tenantId: string,
  { connection_id, provider }: { connection_id: string; provider: string },
): Promise<ConnectionRow> {
  const known = isId(idPrefixes.connection, connection_id);
  const row = known ? await deps.connections.find(clientId, tenantId, connection_id) : null;
  if (row === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  if (row.provider !== provider) {
    throw invalid("/connection_id", "const", `This connection belongs to the provider ${row.provider}.`);
  }
  if (row.status === "disconnected") {
    const detail = "The connection is disconnected, which is final. Create a session without connection_id.";
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { connection_id, detail });
  }
  return row;
}

function invalid(pointer: string, keyword: string, message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { errors: [{ pointer, keyword, message }] });
}

/**
 * Returns a warning that names the service clients whose sessions may complete automatically; null if there are none,
 * or in a sandbox.
 */
export async function automaticCompletionWarning(deployment: {
  sandbox: boolean;
  requireConfirmedCompletion: boolean;
  serviceClients: Pick<ServiceClientStore, "list">;
}): Promise<string | null> {
  if (deployment.sandbox) return null;
  const clients = (await deployment.serviceClients.list()).map(({ client }) => client);
  const automatic = clients.filter((client) => client.revokedAt === null && !mustConfirm(deployment, client));
  if (automatic.length === 0) return null;
  const named = automatic.slice(0, namesMax).map(({ name }) => name);
  const rest = automatic.length - named.length;
  return (
    `Connect sessions of ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`} complete without a confirmation by ` +
    "their backend: if a link is sent to the wrong person, that person's account is connected. Run svc-server " +
    "service-clients update <client> --completion confirmed, or set SVC_REQUIRE_CONFIRMED_COMPLETION=true " +
    "(docs/connect.md, Confirmed completion)"
  );
}

/** The maximum number of names in the warning. */
const namesMax = 5;
