/** The dependencies of the approval page's steps, and the results for the browser. */
import type { AgentSignInDeps } from "../agent-sign-in/deps.ts";
import { minuteMs } from "../clock/units.ts";
import type { ProposalStore } from "../proposals/port.ts";
import type { Proposals } from "../proposals/proposals.ts";
import type { IdentifyingKeyDeps } from "../proposals/deciding-keys.ts";
import type { FactsDeps, ProposalFacts } from "../proposals/facts.ts";

/** How long the page shows the proposal and accepts a decision after the app has identified the person. */
export const reviewMs = 10 * minuteMs;

/** Dependencies of the steps. */
export type ApprovalPageDeps = FactsDeps & {
  signIn: Pick<AgentSignInDeps, "store" | "hashes" | "requestSeals" | "makeSecret" | "platform" | "newId" | "apiUrl">;
  proposals: Pick<Proposals, "decideOnPage">;
  store: Pick<ProposalStore, "findOfAny" | "find">;
} & Pick<IdentifyingKeyDeps, "serviceClients" | "tenants">;

/** A browser's request for the page. */
export type ReviewRequest = {
  proposalId: string;
  authorizationId: string;
  /** From its cookie; null without one. */
  browserSecret: string | null;
  /** BCP 47, in order of preference. */
  languages: readonly string[];
};

/** The reason why the page shows no proposal. Each reason has its own texts. */
export type ApprovalProblem =
  /** The proposal doesn't exist, or its app has no page that identifies the person. */
  | "unknown"
  /** The return link was already used, or is invalid. */
  | "used"
  /** The return link or the page has expired. */
  | "late"
  /** The approval was started in another browser. */
  | "other_browser"
  /** The app didn't identify the person, or the key that it used may no longer do so. */
  | "refused"
  /** The form was sent from another origin, or doesn't belong to this page. */
  | "form"
  /** The form's digest doesn't match the proposal. */
  | "changed"
  /** The rule requires a person other than the agent's own user. */
  | "own";

/** The contents of the page for a person whom the app has identified. */
export type ApprovalReview = ProposalFacts & {
  app: { name: string; logoId: string | null };
  /** The person's identity according to the app. */
  person: string;
  /** Whether the rule lets them approve. Anyone may deny. */
  mayApprove: boolean;
  /** The token that the form must contain. Only the page in the original browser can know it. */
  formToken: string;
};

/** The result of a step, for the browser. */
export type ApprovalStep =
  | { kind: "redirect"; url: string; keepSecret: string }
  | { kind: "review"; review: ApprovalReview; isTooLate: boolean }
  | { kind: "problem"; problem: ApprovalProblem; again: string | null };
