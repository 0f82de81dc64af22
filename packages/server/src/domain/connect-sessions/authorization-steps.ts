/** The steps of an authorization: what each can result in, and the checks before it continues. */
import { ServiceError } from "@svc/contract";
import type { ActionEffect, OAuthAuth, ProviderAuth } from "@svc/provider-kit";
import { strategyFor } from "../auth-kinds/table.ts";
import type { ConnectDeps } from "./deps.ts";
import { findParties, type Parties, statusAt } from "./present.ts";
import type { ConnectSessionRow, OAuthFlowRow } from "./port.ts";
import { buildReturnUrl } from "./authorization-flow.ts";

/** Why a step shows one of our pages instead of continuing. Each reason has its own texts. */
export type AuthorizationProblem =
  /** The ticket or state is unknown, or belongs to another provider's path. */
  | "unknown"
  | "expired"
  /** The session can continue, but this flow took too long. */
  | "late"
  | "completed"
  | "cancelled"
  | "failed"
  /** The ticket was opened, or the consent given, in another browser. */
  | "other_browser"
  /** The flow already went to the provider once and failed. */
  | "used"
  | "busy"
  /** The form was sent from another origin, or doesn't belong to this flow. */
  | "form_refused"
  /** The callback's request is not this provider's response to this request. */
  | "response_refused"
  | "provider_error"
  /** The provider rejects this service's own registration. */
  | "app_refused"
  | "rejected"
  | "rejected_last"
  | "unverified"
  /** The provider's code can't read the response about the account. */
  | "unreadable"
  /** The service can't store anything right now. */
  | "overloaded"
  | "account_mismatch"
  | "not_granted"
  /** The session, connection or provider no longer allows it. */
  | "unavailable";

/** What a problem's page may show about its session; shown only in the flow's own browser. */
export type ProblemAbout = Parties & {
  sessionId: string;
  /** Where an ended session redirects to; null while it can still continue. */
  back: string | null;
};

/** The contents of the consent page, in the flow's language. */
export type Consent = Parties & {
  tenantDisplayName: string;
  allowedOrigin: string;
  isReconnect: boolean;
  /** The BCP 47 language of the provider's own texts below. */
  wordsLanguage: string;
  actions: readonly { consent: string; effect: ActionEffect; added: boolean }[];
  /** What the application learns from the provider's events, and whether a reconnected connection lacks it. */
  events: readonly { consent: string; added: boolean }[];
  /** The scopes that will be requested; `isBroad` if they allow more than the actions need. */
  scopes: readonly { words: string; isBroad: boolean }[];
  /** The name under which end users see the app at the provider; "" if it has none. */
  appName: string;
  formToken: string;
  /** The origins, besides https and our own, that the form's response may redirect through. */
  formTargets: readonly string[];
};

/** The result of a step. */
export type AuthorizationStep = {
  /** The flow's BCP 47 languages in order of preference; empty if there is no flow. */
  languages: readonly string[];
  /** The secret that the browser's cookie keeps for the next step; null leaves the cookie unchanged. */
  keepSecret: string | null;
} & (
  | { kind: "consent"; consent: Consent }
  | { kind: "redirect"; url: string }
  | { kind: "problem"; problem: AuthorizationProblem; about: ProblemAbout | null }
);

/** Returns a problem for a browser that isn't known to be the flow's. It reveals nothing about the session. */
export function anonymousProblem(problem: AuthorizationProblem, flow: OAuthFlowRow | null): AuthorizationStep {
  return { kind: "problem", problem, about: null, languages: flow?.languages ?? [], keepSecret: null };
}

/** Returns a problem for the flow's own browser. @param back where the user can go from there. */
export function ownProblem(
  problem: AuthorizationProblem,
  at: { session: ConnectSessionRow; flow: OAuthFlowRow; parties: Parties },
  back: string | null = null,
): AuthorizationStep {
  const { session, flow, parties } = at;
  const about = { ...parties, sessionId: session.id, back };
  return { kind: "problem", problem, about, languages: flow.languages, keepSecret: null };
}

export type FlowWithSession = { flow: OAuthFlowRow; session: ConnectSessionRow; parties: Parties };

/** Finds the flow's session; null if either is missing, or the path belongs to another provider. */
export async function locate(
  deps: Pick<ConnectDeps, "store" | "catalog" | "serviceClients">,
  flow: OAuthFlowRow | null,
  provider: string | null,
): Promise<FlowWithSession | null> {
  if (flow === null || (provider !== null && flow.provider !== provider)) return null;
  const session = await deps.store.findById(flow.sessionId);
  if (session === null) return null;
  return { flow, session, parties: await findParties(deps, session) };
}

/** Returns the page for a flow that can't continue; null if it can. */
export function flowProblem(deps: Pick<ConnectDeps, "platform">, at: FlowWithSession): AuthorizationStep | null {
  const { flow, session } = at;
  const nowMs = deps.platform.nowMs();
  const status = statusAt(session, nowMs);
  if (status === "awaiting_confirmation") return ownProblem("completed", at);
  if (status === "completed" || status === "failed" || status === "cancelled" || status === "expired") {
    return ownProblem(status, at, buildReturnUrl(session, { status }));
  }
  if (flow.usedAt !== null) return ownProblem(session.verifyingUntil > nowMs ? "busy" : "used", at);
  return flow.expiresAt <= nowMs ? ownProblem("late", at) : null;
}

/**
 * Returns the OAuth auth that issues the credential.
 * @throws ServiceError PROVIDER_NOT_AVAILABLE if the provider no longer has this auth.
 */
export function requireIssuer(auth: ProviderAuth | null): OAuthAuth {
  const issuer = auth === null ? null : strategyFor(auth.kind).issuer(auth);
  if (issuer === null) throw new ServiceError("PROVIDER_NOT_AVAILABLE");
  return issuer;
}

/** Returns the page for an error from a check. @throws the error itself if it is not a ServiceError. */
export function unavailable(error: unknown, at: FlowWithSession): AuthorizationStep {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === "RATE_LIMITED" || error.code === "OVERLOADED") return ownProblem("busy", at);
  return ownProblem(error.code === "CONNECT_SESSION_EXPIRED" ? "expired" : "unavailable", at);
}
