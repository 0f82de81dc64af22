/**
 * Presents Connect sessions: in the contract's form, for their backend and for their frontend; and what the hosted page
 * may show before it has the session's token.
 */
import {
  type ConnectSession,
  type CredentialForm,
  errorTable,
  type FrontendSession,
  idPrefixes,
  isErrorCode,
  isId,
  type RequestedAction,
} from "@svc/contract";
import { originField, type Provider } from "@svc/provider-kit";
import { findAuth, strategyFor } from "../auth-kinds/table.ts";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { describeField } from "../auth-kinds/submission.ts";
import {
  type ConnectSessionRow,
  type ConnectSessionStatus,
  type ConnectSessionStore,
  openSessionStatuses,
} from "./port.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Platform } from "../../platform.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";

/**
 * Returns a session's status according to the clock: past its expiry it is expired, whether or not it was swept.
 * @param nowMs milliseconds since the epoch.
 */
export function statusAt(row: ConnectSessionRow, nowMs: number): ConnectSessionStatus {
  return openSessionStatuses.includes(row.status) && row.expiresAt <= nowMs ? "expired" : row.status;
}

/** Inputs for presenting a session: the time, and the hosted page's base URL without a trailing slash. */
export type SessionView = { nowMs: number; publicUrl: string };

const nothingGranted =
  "The user didn't consent to any of the requested actions at the provider, so nothing was connected. Create a new session.";

/** Presents the session to its backend: no token, no secret. */
export function presentSession(row: ConnectSessionRow, view: SessionView): ConnectSession {
  const { errorCode } = row;
  const known = isErrorCode(errorCode) ? errorTable[errorCode].detail : "The session failed.";
  const detail = errorCode === "ACTION_NOT_GRANTED" ? nothingGranted : known;
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
    requestedEvents: [...row.requestedEvents],
    completion: row.completion,
    error: errorCode === "" ? null : { code: errorCode, detail },
    createdAt: timestamp(row.createdAt),
    expiresAt: timestamp(row.expiresAt),
  };
}

/** The context of a session that its frontend sees. */
type FrontendView = {
  tenantDisplayName: string;
  provider: Provider;
  /** The names of the origins to choose from; none if the provider's is fixed. */
  originNames: readonly string[];
  /** The actions that a reconnected connection already has. */
  grantedBefore: readonly string[];
  account: { slug: string; name: string } | null;
  /** When the verified credential expires, in milliseconds since the epoch. */
  credentialExpiresAt: number | null;
  /** The actions that the verified connection may run; null before there is one. */
  granted: readonly string[] | null;
  completionCode: string | null;
  /** BCP 47 languages in the user's order of preference. */
  languages: readonly string[];
};

export function presentFrontendSession(
  row: ConnectSessionRow,
  view: SessionView,
  about: FrontendView,
): FrontendSession {
  const { tenantDisplayName, provider, grantedBefore, account, credentialExpiresAt, granted, completionCode } = about;
  const { translate } = selectTranslations(provider, about.languages);
  const actions = row.requestedActions.flatMap((id): RequestedAction[] => {
    const action = provider.actions.find((known) => known.id === id);
    if (action === undefined) return [];
    const { consent, effect } = action;
    const added = !grantedBefore.includes(id);
    return [{ id, consent: translate(consent), effect, added, ...(granted && { granted: granted.includes(id) }) }];
  });
  return {
    ...presentSession(row, view),
    tenantDisplayName,
    actions,
    form: presentForm(row, about),
    account,
    credentialExpiresAt: timestampOrNull(credentialExpiresAt),
    ...(completionCode === null ? {} : { completionCode }),
  };
}

function presentForm(
  { authKind, requestedActions }: ConnectSessionRow,
  { provider, originNames, languages }: Pick<FrontendView, "provider" | "originNames" | "languages">,
): CredentialForm {
  const { language, translate } = selectTranslations(provider, languages);
  const auth = findAuth(provider, authKind);
  const form = auth === null ? null : strategyFor(authKind).form(auth);
  const fields = (form?.fields ?? []).map(({ name, label, help, helpUrl, pattern, hints }) => ({
    name,
    label: translate(label),
    help: translate(help),
    helpUrl,
    pattern,
    ...describeField(form?.submission ?? {}, name),
    ...(provider.isSelfHosted === true && name === originField ? { options: [...originNames] } : {}),
    hints: (hints?.(requestedActions) ?? []).map((hint) => ({ ...hint, message: translate(hint.message) })),
  }));
  const advice = form?.grantAdvice?.(requestedActions);
  const grant = advice === undefined ? null : { ...advice, title: translate(advice.title), why: translate(advice.why) };
  const { slug, name, docsUrl } = provider;
  const noun = form?.noun === undefined ? "" : translate(form.noun);
  const ways = (form?.ways ?? []).map((way) => ({ label: translate(way.label), fields: [...way.fields] }));
  return { slug, name, docsUrl, authKind, fields, noun, ways, grant, language };
}

/** Returns the provider's texts in the first preferred language that it has. */
export function selectTranslations(
  { translations = {} }: Provider,
  languages: readonly string[],
): { language: string; translate: (text: string) => string } {
  const primary = languages.map((tag) => tag.split("-", 1)[0]?.toLowerCase() ?? "");
  const spoken = new Set(["en", ...Object.values(translations).flatMap(Object.keys)]);
  const language = primary.find((tag) => spoken.has(tag)) ?? "en";
  return { language, translate: (text) => translations[text]?.[language] ?? text };
}

/** The two sides of a session. */
export type Parties = {
  app: {
    name: string;
    /** The id of its logo; null without one. */
    logoId: string | null;
  };
  provider: {
    name: string;
    /** Path data on a grid of 24 by 24; null without one. */
    logo: string | null;
  };
};

type PartyDeps = { serviceClients: Pick<ServiceClientStore, "find">; catalog: Pick<Catalog, "provider"> };

/** Finds the two sides of a session. An application without a display name gets its service client's name. */
export async function findParties(
  deps: PartyDeps,
  session: Pick<ConnectSessionRow, "clientId" | "provider">,
): Promise<Parties> {
  const client = await deps.serviceClients.find(session.clientId);
  const provider = deps.catalog.provider(session.provider);
  const appName = client?.appName ?? "";
  return {
    app: { name: appName === "" ? (client?.name ?? "") : appName, logoId: client?.logo?.id ?? null },
    provider: { name: provider?.name ?? session.provider, logo: provider?.logo ?? null },
  };
}

/** A session as shown to anyone who knows its address. */
export type HostedSession = Parties & { status: ConnectSessionStatus; allowedOrigin: string; returnUrl: string };

/** Finds a session by its id alone; null if there is none. */
export type FindHostedSession = (sessionId: string) => Promise<HostedSession | null>;

/** Creates the lookup. */
export function createFindHostedSession(
  deps: PartyDeps & { store: Pick<ConnectSessionStore, "findById">; platform: Pick<Platform, "nowMs"> },
): FindHostedSession {
  return async (sessionId) => {
    const row = isId(idPrefixes.connectSession, sessionId) ? await deps.store.findById(sessionId) : null;
    if (row === null) return null;
    const { allowedOrigin, returnUrl } = row;
    const parties = await findParties(deps, row);
    return { ...parties, status: statusAt(row, deps.platform.nowMs()), allowedOrigin, returnUrl };
  };
}
