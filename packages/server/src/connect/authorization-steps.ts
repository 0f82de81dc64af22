/** What each step of an authorization leads to, for the door that shows it. */
import type { ActionEffect } from "@svc/provider-kit";
import type { ConnectSessionRow, OAuthFlowRow } from "./port.ts";

/** Why a step shows a page of ours instead of going on. Each has texts of its own. */
export type AuthorizationProblem =
  /** Ticket or state are nobody's, or of another provider's path. */
  | "unknown"
  | "expired"
  /** The session can go on, but this way took too long. */
  | "late"
  | "completed"
  | "cancelled"
  | "failed"
  /** The ticket was opened, or the consent given, in another browser. */
  | "other_browser"
  /** The way to the provider was gone once already and came to nothing. */
  | "used"
  | "busy"
  /** The form came from somewhere else, or is none of ours. */
  | "form_refused"
  /** What came to the callback is not the answer of this provider's to this request. */
  | "answer_refused"
  | "provider_error"
  /** The provider refuses this service's own registration. */
  | "app_refused"
  | "rejected"
  | "rejected_last"
  | "unverified"
  /** The service itself cannot store anything just now. */
  | "overloaded"
  | "account_mismatch"
  | "not_granted"
  /** Session, connection or provider no longer allow it. */
  | "unavailable";

/** What a problem's page may say of its session; never shown to another browser than the flow's own. */
export type ProblemAbout = {
  sessionId: string;
  providerName: string;
  allowedOrigin: string;
  /** Where a session that has ended leads back to; null while it can still go on. */
  back: string | null;
};

/** What the consent's page says, in words of the flow's language. */
export type Consent = {
  providerName: string;
  tenantDisplayName: string;
  allowedOrigin: string;
  returnUrl: string;
  isReconnect: boolean;
  /** BCP 47 language of the provider's own words below. */
  wordsLanguage: string;
  actions: readonly { consent: string; effect: ActionEffect; added: boolean }[];
  /** The scopes that will be asked for, in words. */
  scopes: readonly string[];
  formToken: string;
  /** The origins, besides https and our own, that the answer to the form may lead through. */
  formTargets: readonly string[];
};

/** What a step leads to. */
export type AuthorizationStep = {
  /** BCP 47 languages of the flow, the most wanted first; none where there is no flow. */
  languages: readonly string[];
  /** What becomes of the secret in the browser's cookie; null leaves the cookie as it is. */
  browser: { keep: string } | { drop: string } | null;
} & (
  | { kind: "consent"; consent: Consent }
  | { kind: "redirect"; url: string }
  | { kind: "problem"; problem: AuthorizationProblem; about: ProblemAbout | null }
);

/** A problem in a browser that is not known to be the flow's: nothing of the session is said. */
export function strangersProblem(problem: AuthorizationProblem, flow: OAuthFlowRow | null): AuthorizationStep {
  return { kind: "problem", problem, about: null, languages: flow?.languages ?? [], browser: null };
}

/** A problem in the flow's own browser. @param browser as the step's. */
export function ownProblem(
  problem: AuthorizationProblem,
  at: { session: ConnectSessionRow; flow: OAuthFlowRow; providerName: string },
  { back = null, browser = null }: { back?: string | null; browser?: AuthorizationStep["browser"] } = {},
): AuthorizationStep {
  const { session, flow, providerName } = at;
  const about = { sessionId: session.id, providerName, allowedOrigin: session.allowedOrigin, back };
  return { kind: "problem", problem, about, languages: flow.languages, browser };
}
