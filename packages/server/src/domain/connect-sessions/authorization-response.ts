/**
 * Handles the provider's response. The state (known and unused), the browser, the provider's path and the issuer are
 * all checked before the token request. Only then is the code exchanged and the account identified.
 */
import { ServiceError, type SubmittedCredential } from "@svc/contract";
import { coversScopes, scopesOf, type OAuthAuth } from "@svc/provider-kit";
import { grantedBy, findAuth } from "../auth-kinds/table.ts";
import { issuedCredential } from "../connections/refresh-work.ts";
import { issuingApp } from "../oauth/app.ts";
import { issuersAt, judgeAuthorizationResponse, readState, type AuthorizationVerdict } from "../oauth/authorization.ts";
import { callbackUrl } from "../oauth/client-document.ts";
import type { AuthorizationResponse } from "../oauth/port.ts";
import { localFailure } from "../provider-calls/port.ts";
import { knownActions, knownEvents } from "./authorization.ts";
import { boundSecret, flowByState, deriveVerifier, buildReturnUrl } from "./authorization-flow.ts";
import {
  locate,
  flowProblem,
  requireIssuer,
  unavailable,
  ownProblem,
  anonymousProblem,
  type FlowWithSession,
  type AuthorizationProblem,
  type AuthorizationStep,
} from "./authorization-steps.ts";
import { checkStillAllowed, existingResult, storeVerified, type SessionSubject } from "./completion.ts";
import { rejectionsMax, takeSlot, verificationMs, type ConnectDeps } from "./deps.ts";
import type { ConnectSessionRow } from "./port.ts";

/** A response at a provider's callback. */
export type ProviderResponse = { provider: string; response: AuthorizationResponse; browserSecret: string | null };

/** A flow in its own browser. */
type OwnFlow = FlowWithSession & { state: string };
type OAuthSubject = SessionSubject & { auth: OAuthAuth };

/** Processes the provider's response, up to the flow's last step. */
export async function takeProviderResponse(deps: ConnectDeps, arrived: ProviderResponse): Promise<AuthorizationStep> {
  const state = readState(arrived.response);
  const at = state === null ? null : await locate(deps, await flowByState(deps, state), null);
  if (state === null || at === null) return anonymousProblem("unknown", null);
  const { flow, session } = at;
  const refuse = async (reason: string): Promise<void> =>
    deps.recordUserEvent(session, "connect_session.callback_refused", { reason });
  if (boundSecret(deps, flow, arrived.browserSecret) === null) {
    await refuse("other_browser");
    return anonymousProblem("other_browser", flow);
  }
  if (flow.provider !== arrived.provider) {
    await refuse("other_provider");
    return ownProblem("response_refused", at);
  }
  try {
    const verdict = judgeResponse(deps, session, arrived.response);
    if (verdict.kind === "refused") {
      await refuse(verdict.reason);
      return ownProblem("response_refused", at);
    }
    return await takeOwn(deps, { ...at, state }, verdict, refuse);
  } catch (error) {
    return unavailable(error, at);
  }
}

/** @throws ServiceError PROVIDER_NOT_AVAILABLE. */
function judgeResponse(
  deps: ConnectDeps,
  session: ConnectSessionRow,
  response: AuthorizationResponse,
): AuthorizationVerdict {
  const provider = deps.catalog.provider(session.provider);
  if (provider === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  const { server } = requireIssuer(findAuth(provider, session.authKind));
  const issuers = issuersAt(server, deps.oauth.authorizationOrigin(provider));
  return judgeAuthorizationResponse(response, { issuers, sendsIss: server.sendsIss });
}

async function takeOwn(
  deps: ConnectDeps,
  own: OwnFlow,
  verdict: Exclude<AuthorizationVerdict, { kind: "refused" }>,
  refuse: (reason: string) => Promise<void>,
): Promise<AuthorizationStep> {
  const { flow, session } = own;
  // The response to this browser was lost: return the same one without any request or change.
  const known = flow.usedAt === null ? null : existingResult(deps, session);
  if (known !== null) return arrived(own, known);
  const problem = flowProblem(deps, own);
  if (problem !== null) {
    await refuse(problem.kind === "problem" ? problem.problem : problem.kind);
    return problem;
  }
  const subject = await checkStillAllowed(deps, session);
  const auth = requireIssuer(subject.auth);
  // If this throws, the provider's response stays unused and can be sent again.
  const free = takeSlot(deps, session);
  try {
    return await useResponse(deps, own, { ...subject, auth }, verdict, refuse);
  } finally {
    free();
  }
}

async function useResponse(
  deps: ConnectDeps,
  own: OwnFlow,
  subject: OAuthSubject,
  verdict: Exclude<AuthorizationVerdict, { kind: "refused" }>,
  refuse: (reason: string) => Promise<void>,
): Promise<AuthorizationStep> {
  const { flow } = own;
  const nowMs = deps.platform.nowMs();
  const taken = await deps.oauth.flows.use(flow, nowMs, nowMs + verificationMs);
  if (taken !== "taken") {
    await refuse(taken);
    return ownProblem(taken === "busy" ? "busy" : "used", own);
  }
  if (verdict.kind === "denied") return denied(deps, own);
  if (verdict.kind === "error") return giveUp(deps, own, "provider_error");
  try {
    return await verify(deps, own, subject, verdict.code);
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : null;
    // The provider has issued tokens that are now discarded, so audit this as a refusal.
    if (code === null || code === "OVERLOADED") await abandon(deps, own, code === null ? "server" : "overloaded");
    else await deps.oauth.flows.giveUp(flow.id, null);
    if (code === "OVERLOADED") return ownProblem("overloaded", own);
    if (code !== "CONNECTION_ACCOUNT_MISMATCH") throw error;
    return ownProblem("account_mismatch", own);
  }
}

async function denied(deps: ConnectDeps, own: OwnFlow): Promise<AuthorizationStep> {
  const data = { reason: "access_denied" };
  await deps.store.end(own.session.id, "cancelled", "", deps.platform.nowMs(), { actor: "end_user", data });
  return leave(own, buildReturnUrl(own.session, { status: "cancelled" }));
}

async function verify(
  deps: ConnectDeps,
  own: OwnFlow,
  subject: OAuthSubject,
  code: string,
): Promise<AuthorizationStep> {
  const { flow, session, state } = own;
  const { provider, auth } = subject;
  const scopes = scopesOf([...knownActions(provider, session), ...knownEvents(provider, session)]);
  // The code belongs to the app with which the user was sent to the provider.
  const app = issuingApp(deps.oauth.apps.of(provider.slug, session.clientId), flow.appId);
  if (app === undefined) return giveUp(deps, own, "app_refused");
  const result = await deps.oauth.tokens.exchangeCode(
    { provider, auth, app, scopes },
    {
      code,
      verifier: deriveVerifier(deps.hashes, state, flow.stateHash),
      redirectUri: callbackUrl(deps.publicUrl(), provider.slug),
    },
  );
  if (result.kind === "local") throw localFailure();
  if (result.kind === "unsure") return giveUp(deps, own, "unverified");
  if (result.kind === "refused") {
    return result.error === "invalid_grant" ? reject(deps, own, "invalid_grant") : giveUp(deps, own, "app_refused");
  }
  const credential = issuedCredential(result.credential, deps.platform.nowMs(), app.clientId);
  const { actions, scopes: grantedScopes } = grantedBy(subject, session.requestedActions, credential);
  if (actions.length === 0) return notGranted(deps, own);
  const events = knownEvents(provider, session)
    .filter(({ requiredScopes }) => coversScopes(auth, grantedScopes, requiredScopes))
    .map(({ type }) => type);
  const granted = { actions, events, scopes: grantedScopes, appId: app.clientId };
  const identified = await deps.identify(subject, credential);
  if (identified.kind === "unsure") return giveUp(deps, own, identified.isUnreadable ? "unreadable" : "unverified");
  if (identified.kind === "refused") return reject(deps, own, identified.refusal.code);
  const { account, credentialExpiresAt, facts } = identified;
  const complete = facts === undefined ? credential : { ...credential, facts };
  const verified = { credential: complete, account, credentialExpiresAt, granted };
  return arrived(own, await storeVerified(deps, session, verified));
}

async function notGranted(deps: ConnectDeps, own: OwnFlow): Promise<AuthorizationStep> {
  const { session } = own;
  const code = "ACTION_NOT_GRANTED";
  await deps.store.end(session.id, "failed", code, deps.platform.nowMs(), { actor: "end_user", data: { code } });
  return ownProblem("not_granted", own, buildReturnUrl(session, { status: "failed" }));
}

/** Counts a refusal by the provider; the fifth fails the session. */
async function reject(deps: ConnectDeps, own: OwnFlow, code: string): Promise<AuthorizationStep> {
  const { flow, session } = own;
  const rejection = { by: "end_user", failsWith: "CREDENTIAL_REJECTED", code } as const;
  const count = await deps.store.reject(session.id, rejectionsMax, deps.platform.nowMs(), rejection);
  await deps.oauth.flows.giveUp(flow.id, null);
  if (count < rejectionsMax) return ownProblem("rejected", own);
  return ownProblem("rejected_last", own, buildReturnUrl(session, { status: "failed" }));
}

/** Ends the flow without storing anything. The session's user can start again. */
async function giveUp(deps: ConnectDeps, own: OwnFlow, problem: AuthorizationProblem): Promise<AuthorizationStep> {
  await abandon(deps, own, problem);
  return ownProblem(problem, own);
}

async function abandon(deps: ConnectDeps, { flow, session }: OwnFlow, reason: string): Promise<void> {
  const event = { type: "connect_session.authorization_failed", data: { reason } } as const;
  await deps.recordWithChange(session, event, async (recorded) => {
    await deps.oauth.flows.giveUp(flow.id, recorded);
    return true;
  });
}

function arrived(own: OwnFlow, response: SubmittedCredential): AuthorizationStep {
  const { status } = response;
  const code = response.status === "completed" ? {} : { completionCode: response.completionCode };
  return leave(own, buildReturnUrl(own.session, { status, ...code }));
}

function leave({ flow }: OwnFlow, url: string): AuthorizationStep {
  return { kind: "redirect", url, languages: flow.languages, keepSecret: null };
}
