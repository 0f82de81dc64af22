/** The result of each step of an authorization, for the entry point that shows it. */
import type { ActionEffect } from "@svc/provider-kit";
import type { Parties } from "./parties.ts";
import type { ConnectSessionRow, OAuthFlowRow } from "./port.ts";

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
