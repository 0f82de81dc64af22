/** Parses and authorizes a request to execute, before the claim (contract §1.12). */
import { dropUnrecorded, ServiceError, type InputError } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import type { ConnectionWithCredential } from "../connections/port.ts";
import { sealedCredential, type SealedCredential } from "../connections/sealed-credential.ts";
import type { RequestIdentity } from "../idempotency/key.ts";
import type { KeyScope } from "../idempotency/port.ts";
import { findAuth } from "../auth-kinds/table.ts";
import { coversConnection, coversExecution, type Caller } from "../service-clients/caller.ts";
import { unlistedDetail } from "../catalog/listed-origins.ts";
import type { ActionLookup } from "../catalog/catalog.ts";
import { decidePolicy, type PolicyOutcome, layersOf } from "../policy/decide.ts";

/** A request by an authenticated caller. */
export type ExecuteRequest = {
  caller: Caller;
  /** The grant under which an agent calls through MCP; absent at other entry points. */
  mcpGrant?: string;
  /** Whether the caller wants a person to approve the call, regardless of the policy. */
  proposes?: boolean;
  tenantId: string;
  connectionId: string;
  actionId: string;
  /**
   * The unquoted idempotency key, or null. Called only if the action needs a key.
   * @throws ServiceError IDEMPOTENCY_KEY_INVALID.
   */
  idempotencyKey: () => string | null;
  /**
   * Parses the body. Called only after the tenant is found, so that errors in the body are shown only to its own
   * client.
   * @throws ServiceError INVALID_REQUEST.
   */
  content: () => RequestContent;
};

/** The input, and the basis of the key's fingerprint: method, path and body. */
export type RequestContent = { input: unknown; identity: RequestIdentity };

/** Dependencies of {@link parseRequest} and {@link authorize}. */
export type AuthorizeDeps = {
  actions: ActionLookup;
  inputErrors: (action: Action, input: unknown) => readonly InputError[];
};

/**
 * A request whose body and key are well-formed. `known` is the action, if the connection's provider has it; `scope` is
 * the idempotency key, null for reads.
 */
export type ParsedRequest = RequestContent & { known: ReturnType<ActionLookup["find"]>; scope: KeyScope | null };

/**
 * Parses a request whose tenant belongs to its client.
 * @param found the connection; it decides which provider's action is meant, and so whether a key is required.
 * @throws ServiceError INVALID_REQUEST, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REQUIRED.
 */
export function parseRequest(
  { actions }: Pick<AuthorizeDeps, "actions">,
  request: ExecuteRequest,
  found: ConnectionWithCredential | null,
): ParsedRequest {
  const { tenantId, actionId } = request;
  const { client } = request.caller;
  const content = request.content();
  const known = found === null ? null : actions.find(found.connection.provider, actionId);
  if (known?.action.effect === "read") return { ...content, known, scope: null };
  // An unknown action may have been known when its key was claimed, so a given key is looked up anyway.
  const key = request.idempotencyKey();
  if (key === null && known !== null) throw new ServiceError("IDEMPOTENCY_KEY_REQUIRED");
  return { ...content, known, scope: key === null ? null : { clientId: client.id, tenantId, key } };
}

/**
 * Refuses a connection or action that the delegated token doesn't cover, as if it didn't exist. This runs before the
 * key is looked up, so that the token can neither replay nor claim the key, nor find out that it was used.
 * @param found null if the connection doesn't exist.
 * @throws ServiceError CONNECTION_NOT_FOUND, ACTION_NOT_FOUND.
 */
export function refuseUncovered(
  { caller, connectionId, actionId }: Pick<ExecuteRequest, "caller" | "connectionId" | "actionId">,
  found: ConnectionWithCredential | null,
): void {
  if (caller.token === undefined) return;
  if (found === null || !coversConnection(caller, connectionId)) throw new ServiceError("CONNECTION_NOT_FOUND");
  const { provider } = found.connection;
  if (!coversExecution(caller, { connectionId, provider, actionId })) {
    throw new ServiceError("ACTION_NOT_FOUND", { connection_id: connectionId });
  }
}

/** An action that may run, with its sealed credential. */
export type AuthorizedAction = {
  action: Action;
  sealed: SealedCredential;
  grantGeneration: number;
  /** The policy's decision; never `deny`, which is refused. */
  policy: PolicyOutcome;
};

/**
 * Checks, in the contract's order: the connection, whether the action is enabled, allowed and granted, the input, and
 * the policy.
 * @throws ServiceError for the first check that fails.
 */
export function authorize(
  deps: AuthorizeDeps,
  request: Pick<ExecuteRequest, "caller" | "tenantId" | "actionId">,
  { known, input }: Pick<ParsedRequest, "known" | "input">,
  found: ConnectionWithCredential | null,
): AuthorizedAction {
  if (found === null) throw new ServiceError("CONNECTION_NOT_FOUND");
  const { connection, record } = found;
  const ids = { connection_id: connection.id };
  if (connection.status !== "active" || record === null) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { ...ids, detail: notActiveDetail(connection.status) });
  }
  const provider = deps.actions.provider(connection.provider);
  if (provider === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE", ids);
  if (!deps.actions.origins.isListed(provider, connection.listedOrigin)) {
    throw new ServiceError("CONNECTION_NOT_ACTIVE", { ...ids, detail: unlistedDetail });
  }
  if (known === null || !deps.actions.isEffective(request.caller.client, connection.provider, request.actionId)) {
    throw new ServiceError("ACTION_NOT_FOUND", ids);
  }
  if (!connection.grantedActions.includes(request.actionId)) throw new ServiceError("ACTION_NOT_GRANTED", ids);
  const auth = findAuth(known.provider, connection.authKind);
  if (auth === null) throw new ServiceError("ACTION_NOT_FOUND", ids);
  const errors = deps.inputErrors(known.action, input);
  if (errors.length > 0) throw new ServiceError("INPUT_INVALID", { ...ids, errors });
  const policy = policyOf(request, known, input);
  if (policy.decision === "deny") throw new ServiceError("POLICY_DENIED", { ...ids, detail: deniedDetail(policy) });
  const sealed = sealedCredential({ connection, record, provider: known.provider, auth });
  return { action: known.action, sealed, grantGeneration: connection.grantGeneration, policy };
}

const unlimited: PolicyOutcome = { decision: "allow", approver: "any", by: null, reasons: [] };

function policyOf(
  { caller, tenantId }: Pick<ExecuteRequest, "caller" | "tenantId">,
  { provider, action }: NonNullable<ParsedRequest["known"]>,
  input: unknown,
): PolicyOutcome {
  const layers = layersOf(caller);
  if (layers.length === 0) return unlimited;
  const { id: actionId, effect } = action;
  const seen = dropUnrecorded(action.input, input);
  return decidePolicy(layers, { tenantId, provider: provider.slug, actionId, effect, input: seen });
}

function deniedDetail({ by }: PolicyOutcome): string {
  const whose = by?.layer === "key" ? "this key" : "the service client";
  return `Rule ${String(by?.rule ?? 0)} of the policy of ${whose} denies this call; nothing was sent. Only an operator can change the policy.`;
}

function notActiveDetail(status: string): string {
  return status === "disconnected"
    ? "The connection was disconnected and its credential destroyed. The end user can connect again in a new Connect session."
    : "The provider refused this connection's credential. The end user can reconnect it in a Connect session created with this connection_id.";
}
