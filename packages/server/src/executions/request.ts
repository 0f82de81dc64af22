/** A request to execute, and the checks between look-up and claim (contract §1.12). */
import { ServiceError, type InputError } from "@svc/contract";
import type { Action, Provider, ProviderAuth } from "@svc/provider-kit";
import type { ConnectionWithCredential } from "../connections/port.ts";
import type { RequestIdentity } from "../idempotency/key.ts";
import type { KeyScope } from "../idempotency/port.ts";
import { authOfKind } from "../provider-calls/auth.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";

/** A caller's request, after authentication. */
export type ExecuteRequest = {
  client: ServiceClientRow;
  /** The public id of the key that asks, for the audit trail. */
  keyId: string;
  tenantId: string;
  connectionId: string;
  actionId: string;
  /** The unquoted key, or null; asked only where a key counts. @throws ServiceError IDEMPOTENCY_KEY_INVALID. */
  idempotencyKey: () => string | null;
  /** What the body says; only a caller of this tenant is told what is wrong with one. @throws ServiceError INVALID_REQUEST. */
  content: () => RequestContent;
};

/** The input, and method, path and body for the key's fingerprint. */
export type RequestContent = { input: unknown; identity: RequestIdentity };

/** Where actions are found. */
export type ActionLookup = {
  /** Everything the code knows. */
  find(provider: string, actionId: string): { provider: Provider; action: Action } | null;
  /** Whether the deployment enables it and the client's policy allows it. */
  isEffective(client: ServiceClientRow, provider: string, actionId: string): boolean;
};

/** What the checks need. */
export type CheckDeps = {
  actions: ActionLookup;
  inputErrors: (action: Action, input: unknown) => readonly InputError[];
};

/** What a request asks for, and its key where one counts. */
export type Asked = RequestContent & { known: ReturnType<ActionLookup["find"]>; scope: KeyScope | null };

/**
 * Reads a request whose tenant is known to be its caller's.
 * @throws ServiceError INVALID_REQUEST, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REQUIRED.
 */
export function askedOf(
  { actions }: Pick<CheckDeps, "actions">,
  request: ExecuteRequest,
  found: ConnectionWithCredential | null,
): Asked {
  const { client, tenantId, actionId } = request;
  const content = request.content();
  const known = found === null ? null : actions.find(found.connection.provider, actionId);
  const keyed = known === null || known.action.effect !== "read";
  const key = keyed ? request.idempotencyKey() : null;
  if (key === null && keyed && known !== null) throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  return { ...content, known, scope: key === null ? null : { clientId: client.id, tenantId, key } };
}

/** What may run: the action, and the credential that it runs under, still sealed. */
export type Checked = {
  provider: Provider;
  auth: ProviderAuth;
  action: Action;
  credentialVersion: number;
  record: Uint8Array;
  grantedActions: readonly string[];
};

/**
 * In the contract's order: connection, enabled, policy, granted, schema.
 * @throws ServiceError for the first that does not hold.
 */
export function check(
  deps: CheckDeps,
  request: Pick<ExecuteRequest, "client" | "actionId">,
  { known, input }: Pick<Asked, "known" | "input">,
  found: ConnectionWithCredential | null,
): Checked {
  if (found === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  const { connection, record } = found;
  const named = { connection_id: connection.id };
  if (connection.status !== "active" || record === null) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { ...named, detail: notActiveDetail(connection.status) });
  }
  if (known === null || !deps.actions.isEffective(request.client, connection.provider, request.actionId)) {
    throw new ServiceError("ACTION_NOT_FOUND", named);
  }
  if (!connection.grantedActions.includes(request.actionId)) throw new ServiceError("ACTION_NOT_GRANTED", named);
  const auth = authOfKind(known.provider, connection.authKind);
  if (auth === null) throw new ServiceError("ACTION_NOT_FOUND", named);
  const errors = deps.inputErrors(known.action, input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { ...named, errors });
  const { credentialVersion, grantedActions } = connection;
  return { ...known, auth, credentialVersion, record, grantedActions };
}

function notActiveDetail(status: string): string {
  return status === "disconnected"
    ? "The connection was disconnected and its credential destroyed. The end user connects again in a new Connect session."
    : "The provider refused this connection's credential. The end user reconnects it in a Connect session made with this connection_id.";
}
