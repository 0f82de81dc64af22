/** Connect sessions in the contract's form, for their backend and for their frontend. */
import {
  errorTable,
  isErrorCode,
  type ConnectSession,
  type CredentialForm,
  type FrontendSession,
  type RequestedAction,
} from "@svc/contract";
import type { Provider } from "@svc/provider-kit";
import { timestamp } from "../listing/timestamp.ts";
import { openSessionStatuses, type ConnectSessionRow, type ConnectSessionStatus } from "./port.ts";

/**
 * Where a session stands by the clock: past its end it is expired, whether or not anybody has swept it.
 * @param nowMs milliseconds since the epoch.
 */
export function statusAt(row: ConnectSessionRow, nowMs: number): ConnectSessionStatus {
  return openSessionStatuses.includes(row.status) && row.expiresAt <= nowMs ? "expired" : row.status;
}

/** How a session is shown: the clock, and where the hosted page lives (a base URL without a slash at its end). */
export type SessionView = { nowMs: number; publicUrl: string };

/** The session as its backend sees it: no token, no secret. */
export function presentSession(row: ConnectSessionRow, view: SessionView): ConnectSession {
  const { errorCode } = row;
  const detail = isErrorCode(errorCode) ? errorTable[errorCode].detail : "The session failed.";
  return {
    id: row.id,
    tenant_id: row.tenantId,
    provider: row.provider,
    authKind: row.authKind,
    status: statusAt(row, view.nowMs),
    connection_id: row.connectionId === "" ? null : row.connectionId,
    connectUrl: `${view.publicUrl}/connect/${row.id}`,
    allowedOrigin: row.allowedOrigin,
    returnUrl: row.returnUrl,
    requestedActions: [...row.requestedActions],
    completion: row.completion,
    error: errorCode === "" ? null : { code: errorCode, detail },
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
  };
}

/**
 * The session as its frontend sees it.
 * @param about.grantedBefore the actions that a reconnected connection has already.
 */
export function presentFrontendSession(
  row: ConnectSessionRow,
  view: SessionView,
  about: { tenantDisplayName: string; provider: Provider; grantedBefore: readonly string[] },
): FrontendSession {
  const { tenantDisplayName, provider, grantedBefore } = about;
  const actions = row.requestedActions.flatMap((id): RequestedAction[] => {
    const action = provider.actions.find((known) => known.id === id);
    if (action === undefined) return [];
    return [{ id, consent: action.consent, effect: action.effect, added: !grantedBefore.includes(id) }];
  });
  return { ...presentSession(row, view), tenantDisplayName, actions, form: presentForm(provider, row.authKind) };
}

/** What to ask the end user for. */
export function presentForm(provider: Provider, authKind: ConnectSessionRow["authKind"]): CredentialForm {
  const auth = provider.auth.find(({ kind }) => kind === authKind);
  const fields = (auth?.fields ?? []).map(({ name, label, help, helpUrl, pattern }) => {
    return { name, label, help, helpUrl, pattern };
  });
  return { slug: provider.slug, name: provider.name, docsUrl: provider.docsUrl, authKind, fields };
}
