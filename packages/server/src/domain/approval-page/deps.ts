/** What the steps of the approval page share, and what each of them gives the browser. */
import type { AgentSignInDeps } from "../agent-sign-in/deps.ts";
import { minuteMs } from "../clock/units.ts";
import type { ProposalStore } from "../proposals/port.ts";
import type { Proposals } from "../proposals/proposals.ts";
import type { ServiceClientStore } from "../service-clients/port.ts";
import type { FactsDeps, ProposalFacts } from "../proposals/facts.ts";

/** How long the page shows the proposal, and takes a decision, once the app has said who the person is. */
export const reviewMs = 10 * minuteMs;

/** What the steps share. */
export type ApprovalPageDeps = FactsDeps & {
  signIn: Pick<AgentSignInDeps, "store" | "hashes" | "makeSecret" | "platform" | "newId" | "apiUrl">;
  proposals: Pick<Proposals, "decideOnPage">;
  store: Pick<ProposalStore, "findOfAny" | "find">;
  serviceClients: Pick<ServiceClientStore, "findByKeyId">;
};

/** A browser's request for the page. */
export type ReviewRequest = {
  proposalId: string;
  authorizationId: string;
  /** Of its cookie; null without one. */
  browserSecret: string | null;
  /** BCP 47, in order of preference. */
  languages: readonly string[];
};

/** Why the page shows no proposal. Each reason has its own texts. */
export type ApprovalProblem =
  /** There is no such proposal, or its app has no page that says who the person is. */
  | "unknown"
  /** The way back was already used, or is no good. */
  | "used"
  /** The way back, or the page, was open for too long. */
  | "late"
  /** Another browser began. */
  | "other_browser"
  /** The app didn't say who the person is, or the key with which it did was revoked. */
  | "refused"
  /** The form was sent from elsewhere, or isn't the page's own. */
  | "form"
  /** The form is about something else than the proposal. */
  | "changed"
  /** The rule wants another person than the agent's own user. */
  | "own";

/** What the page shows to a person whose app has said who they are. */
export type ApprovalReview = ProposalFacts & {
  app: { name: string; logoId: string | null };
  /** Who the app says that they are. */
  person: string;
  /** Whether the rule lets them approve; anybody may deny. */
  mayApprove: boolean;
  /** What the form must carry. Only the page in the browser that began can know it. */
  formToken: string;
};

/** What the browser gets. */
export type ApprovalStep =
  | { kind: "redirect"; url: string; keepSecret: string }
  | { kind: "review"; review: ApprovalReview; isTooLate: boolean }
  | { kind: "problem"; problem: ApprovalProblem; again: string | null };
