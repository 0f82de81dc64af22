/** The steps before the provider: the one-time address, the consent page, and the user's decision. */
import { ServiceError, type ConnectAuthorization } from "@svc/contract";
import { scopesOf, type Action, type Provider, type ProviderEventType } from "@svc/provider-kit";
import { strategyFor } from "../auth-kinds/table.ts";
import { callbackUrl } from "../oauth/client-document.ts";
import { authorizationRequestUrl } from "../oauth/authorization.ts";
import {
  boundSecret,
  hashBrowserSecret,
  flowByTicket,
  computeFlowId,
  createFormToken,
  isFormToken,
  deriveVerifier,
  buildReturnUrl,
} from "./authorization-flow.ts";
import {
  locate,
  flowProblem,
  requireIssuer,
  unavailable,
  ownProblem,
  anonymousProblem,
  type FlowWithSession,
  type AuthorizationStep,
  type Consent,
} from "./authorization-steps.ts";
import { checkOpen, checkStillAllowed, type SessionSubject } from "./completion.ts";
import { flowMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";
import { selectTranslations } from "./present.ts";
import { cancelSession } from "./sessions.ts";

/** The maximum number of preferred languages stored with a flow. */
const languagesMax = 5;

/** A browser's request for a step: the provider in the path, the ticket, and the secret in its cookie. */
export type TicketHolder = { provider: string; ticket: string; browserSecret: string | null };

/**
 * Starts a new flow for the session and invalidates the previous one.
 * @throws ServiceError CONNECT_SESSION_NOT_OPEN (also if the user must submit a credential), CONNECT_SESSION_EXPIRED,
 * PROVIDER_NOT_AVAILABLE, CONNECTION_NOT_ACTIVE.
 */
export async function startAuthorization(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  languages: readonly string[],
): Promise<ConnectAuthorization> {
  if (strategyFor(session.authKind).connectsWith !== "redirect") {
    const detail = "This session expects a credential from the user: submit it with `/connect/v1/credential`.";
    throw new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail });
  }
  await checkStillAllowed(deps, session);
  const ticket = deps.makeToken("cot_");
  const createdAt = deps.platform.nowMs();
  const ticketHash = deps.hashes.hash("oauth-ticket", ticket);
  const start = { sessionId: session.id, provider: session.provider, ticketHash };
  const flow = {
    ...start,
    id: computeFlowId(deps.hashes, start),
    languages: languages.slice(0, languagesMax),
    browserHash: "",
    stateHash: "",
    appId: "",
    createdAt,
    expiresAt: Math.min(session.expiresAt, createdAt + flowMs),
    usedAt: null,
  };
  const event = { type: "connect_session.authorization_started", data: { provider: session.provider } } as const;
  const started = await deps.recordWithChange(session, event, (recorded) => deps.oauth.flows.start(flow, recorded));
  if (!started) throw await notStarted(deps, session.id);
  return { authorizationUrl: `${deps.publicUrl()}/connect/oauth/${session.provider}/authorize?ticket=${ticket}` };
}

async function notStarted(deps: ConnectDeps, sessionId: string): Promise<ServiceError> {
  const now = await deps.store.findById(sessionId);
  if (now !== null) checkOpen(now, deps.platform.nowMs());
  const busy = now !== null && (now.status === "opened" || now.status === "authorizing");
  if (!busy) return new ServiceError("CONNECT_SESSION_NOT_OPEN");
  const detail =
    "The provider's response for this session is being verified. Wait for the result, or try again in a moment.";
  return new ServiceError("CONNECT_SESSION_NOT_OPEN", { detail, retryAfterSeconds: 2 });
}

/** Opens a ticket's page in the first browser that requests it, and in that browser again. */
export async function openAuthorization(deps: ConnectDeps, holder: TicketHolder): Promise<AuthorizationStep> {
  const at = await locate(deps, await flowByTicket(deps, holder.ticket), holder.provider);
  if (at === null) return anonymousProblem("unknown", null);
  const { flow, session } = at;
  const bound = boundSecret(deps, flow, holder.browserSecret);
  if (bound === null && flow.browserHash !== "") return anonymousProblem("other_browser", flow);
  const problem = flowProblem(deps, at);
  if (problem !== null) return problem;
  try {
    const subject = await checkStillAllowed(deps, session);
    const secret = bound ?? holder.browserSecret ?? deps.makeToken("cob_");
    const opened =
      bound !== null ||
      (await deps.oauth.flows.open(flow.id, hashBrowserSecret(deps.hashes, flow.id, secret), deps.platform.nowMs()));
    // Two browsers opened it concurrently, and this one was second.
    if (!opened) return anonymousProblem("other_browser", flow);
    const consent = await buildConsent(deps, at, subject, secret);
    return { kind: "consent", consent, languages: flow.languages, keepSecret: secret };
  } catch (error) {
    return unavailable(error, at);
  }
}

/** Applies the user's decision: redirects to the provider, or back to the application. */
export async function decideAuthorization(
  deps: ConnectDeps,
  holder: TicketHolder,
  form: { token: string; decision: "continue" | "cancel" },
): Promise<AuthorizationStep> {
  const at = await locate(deps, await flowByTicket(deps, holder.ticket), holder.provider);
  if (at === null) return anonymousProblem("unknown", null);
  const { flow, session } = at;
  const secret = boundSecret(deps, flow, holder.browserSecret);
  if (secret === null) return anonymousProblem("other_browser", flow);
  if (!isFormToken(deps.hashes, flow, secret, form.token)) return anonymousProblem("form_refused", flow);
  const problem = flowProblem(deps, at);
  if (problem !== null) return problem;
  try {
    if (form.decision === "continue") return await sendToProvider(deps, at, secret);
    await cancelSession(deps, session, "end_user");
    const url = buildReturnUrl(session, { status: "cancelled" });
    return { kind: "redirect", url, languages: flow.languages, keepSecret: null };
  } catch (error) {
    return unavailable(error, at);
  }
}

/** Generates the state and builds the request with it. */
async function sendToProvider(deps: ConnectDeps, at: FlowWithSession, secret: string): Promise<AuthorizationStep> {
  const { flow, session } = at;
  const { provider, auth } = await checkStillAllowed(deps, session);
  const [app] = deps.oauth.apps.of(provider.slug, session.clientId);
  if (app === undefined) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  const { server } = requireIssuer(auth);
  const state = deps.makeToken("cos_");
  const stateHash = deps.hashes.hash("oauth-state", state);
  const nowMs = deps.platform.nowMs();
  const expiresAt = Math.min(session.expiresAt, nowMs + flowMs);
  const scopes = scopesOf([...knownActions(provider, session), ...knownEvents(provider, session)]);
  const data = { provider: session.provider, scopes: scopes.join(" ") };
  const approval = { stateHash, appId: app.clientId, at: nowMs, expiresAt };
  const isApproved = await deps.recordWithChange(session, { type: "connect_session.consent_given", data }, (recorded) =>
    deps.oauth.flows.approve(flow.id, approval, recorded),
  );
  if (!isApproved) return ownProblem("used", at);
  const url = await authorizationRequestUrl({
    server,
    origin: deps.oauth.authorizationOrigin(provider),
    clientId: app.clientId,
    redirectUri: callbackUrl(deps.publicUrl(), provider.slug),
    scopes,
    state,
    verifier: deriveVerifier(deps.hashes, state, stateHash),
  });
  return { kind: "redirect", url, languages: flow.languages, keepSecret: secret };
}

/** Returns the requested actions that this version of the provider still has. */
export function knownActions({ actions }: Provider, { requestedActions }: ConnectSessionRow): Action[] {
  return actions.filter(({ id }) => requestedActions.includes(id));
}

/** Returns the requested events that this version of the provider still has. */
export function knownEvents({ events }: Provider, { requestedEvents }: ConnectSessionRow): ProviderEventType[] {
  return (events?.types ?? []).filter(({ type }) => requestedEvents.includes(type));
}

async function buildConsent(
  deps: ConnectDeps,
  { flow, session, parties }: FlowWithSession,
  { provider, auth, reconnected }: SessionSubject,
  secret: string,
): Promise<Consent> {
  const tenant = await deps.tenants.find(session.clientId, session.tenantId);
  if (tenant === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  const { scopeWords, broadScopes } = requireIssuer(auth);
  const { language, translate } = selectTranslations(provider, flow.languages);
  const actions = knownActions(provider, session);
  const events = knownEvents(provider, session);
  const targets = [deps.oauth.authorizationOrigin(provider), new URL(session.returnUrl).origin];
  return {
    ...parties,
    tenantDisplayName: tenant.displayName,
    allowedOrigin: session.allowedOrigin,
    isReconnect: reconnected !== null,
    wordsLanguage: language,
    actions: actions.map(({ id, consent, effect }) => ({
      consent: translate(consent),
      effect,
      added: reconnected !== null && !reconnected.grantedActions.includes(id),
    })),
    events: events.map(({ type, consent }) => ({
      consent: translate(consent),
      added: reconnected !== null && !reconnected.grantedEvents.includes(type),
    })),
    scopes: scopesOf([...actions, ...events]).map((scope) => ({
      words: translate(scopeWords[scope] ?? scope),
      isBroad: broadScopes?.includes(scope) ?? false,
    })),
    appName: deps.oauth.apps.of(provider.slug, session.clientId)[0]?.name ?? "",
    formToken: createFormToken(deps.hashes, flow, secret),
    formTargets: targets.filter((origin) => !origin.startsWith("https:")),
  };
}
