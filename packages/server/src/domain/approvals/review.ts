/**
 * The approval page: the steps to it (to the consumer's app, which identifies the person, and back), and the page itself,
 * which shows the proposal, accepts a decision, and then shows the result.
 */
import { type DecideProposal, idPrefixes, isId, ServiceError } from "@svc/contract";
import { approvalPaths } from "../agent-sign-in/metadata.ts";
import type { AgentAuthorizationRow } from "../agent-sign-in/port.ts";
import { browserSecretOf, checkWayBack } from "../agent-sign-in/way-back.ts";
import { findIdentifyingKey, type IdentifyingKeyDeps } from "../proposals/deciding-keys.ts";
import { type FactsDeps, gatherFacts, type ProposalFacts } from "../proposals/facts.ts";
import type { ProposalRow, ProposalStore } from "../proposals/port.ts";
import { isDecidedOnPage } from "../proposals/deciders.ts";
import { mayApprove, type Proposals } from "../proposals/proposals.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { type AgentSignInDeps, decisionMs } from "../agent-sign-in/deps.ts";
import { sealRequest, withParameters } from "../agent-sign-in/requests.ts";
import { minuteMs } from "../clock/units.ts";
import type { Approval } from "../records/documents.ts";

/** The first step: a person opens the approval URL and is redirected to their app. Nothing is stored yet. */
export async function beginApproval(
  { signIn, store }: ApprovalPageDeps,
  { proposalId, browserSecret: known }: Pick<ReviewRequest, "proposalId" | "browserSecret">,
): Promise<ApprovalStep> {
  const proposal = isId(idPrefixes.proposal, proposalId) ? await store.findOfAny(proposalId) : null;
  const client = proposal === null ? null : await signIn.store.clientOfTenant(proposal.tenantId);
  if (proposal === null || client?.id !== proposal.clientId) return problem("unknown");
  const browserSecret = known ?? signIn.makeSecret("cob_");
  const id = signIn.newId(idPrefixes.agentAuthorization);
  const createdAt = signIn.platform.nowMs();
  const sealed = sealRequest(signIn.requestSeals, {
    id,
    clientId: client.id,
    tenantId: proposal.tenantId,
    proposalId,
    mustSign: false,
    browserHash: signIn.hashes.hash("agent-browser", [id, browserSecret]),
    ...noHost,
    createdAt,
    expiresAt: createdAt + decisionMs,
  });
  const url = withParameters(client.agentSignInUrl, { agent_authorization_id: sealed });
  return { kind: "redirect", url, keepSecret: browserSecret };
}

const noHost = { resource: "", hostId: "", hostName: "", redirectUri: "", state: null, codeChallenge: "" } as const;

/** The second step: the app has redirected the same browser back. */
export async function continueApproval(
  deps: ApprovalPageDeps,
  { proposalId, browserSecret: known }: Pick<ReviewRequest, "proposalId" | "browserSecret">,
  query: URLSearchParams,
): Promise<ApprovalStep> {
  const again = beginUrl(deps, proposalId);
  if (!isId(idPrefixes.proposal, proposalId)) return problem("unknown");
  const { store, platform, apiUrl } = deps.signIn;
  const way = await checkWayBack(deps.signIn, query, { browserSecret: known, proposalId });
  if (typeof way === "string") return problem(way === "wrong_secret" ? "used" : way, again);
  const { row, browserSecret } = way;
  const at = platform.nowMs();
  const next = { status: "completed", codeHash: "", usableUntil: at + reviewMs } as const;
  if (!(await store.proceed(row, next, at))) return problem("used", again);
  if (row.status === "denied") return problem("refused", again);
  const url = apiUrl + approvalPaths.review(proposalId, row.id);
  return { kind: "redirect", url, keepSecret: browserSecret };
}

/** Returns the approval URL, where a person can start again. */
export function beginUrl({ signIn }: Pick<ApprovalPageDeps, "signIn">, proposalId: string): string {
  return signIn.apiUrl + approvalPaths.begin(proposalId);
}

/** Returns a page without a proposal. @param again where the person can start again; null if that wouldn't help. */
export function problem(of: ApprovalProblem, again: string | null = null): ApprovalStep {
  return { kind: "problem", problem: of, again };
}

/** The fields of the page's form. */
export type ReviewForm = Pick<DecideProposal, "decision" | "digest" | "reason"> & { token: string };

/** A person whom the app has identified, in the browser that started the approval. */
type Reviewer = {
  authorization: AgentAuthorizationRow;
  approval: Approval;
  browserSecret: string;
  client: ServiceClientRow;
  proposal: ProposalRow;
};

/** Returns the page with the proposal. */
export async function showReview(deps: ApprovalPageDeps, request: ReviewRequest): Promise<ApprovalStep> {
  const reviewer = await findReviewer(deps, request);
  return "kind" in reviewer ? reviewer : await reviewOf(deps, reviewer, request);
}

/** Records the decision from the form. */
export async function decideReview(
  deps: ApprovalPageDeps,
  request: ReviewRequest,
  { token, ...decided }: ReviewForm,
): Promise<ApprovalStep> {
  const reviewer = await findReviewer(deps, request);
  if ("kind" in reviewer) return reviewer;
  const { authorization, approval, browserSecret, proposal } = reviewer;
  const again = beginUrl(deps, proposal.id);
  if (!deps.signIn.hashes.verify("agent-form", [authorization.id, browserSecret], token)) return problem("form", again);
  try {
    const { subject, keyId: identifiedByKey } = approval;
    const by = { subject, authorizationId: authorization.id, identifiedByKey };
    await deps.proposals.decideOnPage(proposal, { ...decided, ...by });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "DIGEST_MISMATCH") return problem("changed", again);
    if (error.code === "DECISION_NOT_ALLOWED") return problem("own", again);
    if (error.code !== "PROPOSAL_NOT_PENDING") throw error;
    // A double click sends the form twice, and the first one counted.
    if (!(await hasDecided(deps, reviewer, decided.decision))) return await reviewOf(deps, reviewer, request, true);
  }
  const url = deps.signIn.apiUrl + approvalPaths.review(proposal.id, authorization.id);
  return { kind: "redirect", url, keepSecret: browserSecret };
}

/** Whether the reviewer has already made this decision. */
async function hasDecided(
  { store }: ApprovalPageDeps,
  { approval, proposal }: Reviewer,
  wanted: ReviewForm["decision"],
): Promise<boolean> {
  const now = await store.find(proposal.clientId, proposal.tenantId, proposal.id);
  const decision = now?.decision ?? null;
  const isSame = decision?.decision === (wanted === "approve" ? "approved" : "denied");
  return isSame && isDecidedOnPage(decision, approval.subject);
}

/** Identifies the reviewer, or returns the page that explains why no proposal is shown. */
async function findReviewer(
  deps: ApprovalPageDeps,
  { proposalId, authorizationId, browserSecret: known }: ReviewRequest,
): Promise<Reviewer | ApprovalStep> {
  const { signIn, store } = deps;
  const authorization = isId(idPrefixes.agentAuthorization, authorizationId)
    ? await signIn.store.find(authorizationId)
    : null;
  if (!isId(idPrefixes.proposal, proposalId) || authorization?.proposalId !== proposalId) return problem("unknown");
  const again = beginUrl(deps, proposalId);
  const browserSecret = browserSecretOf(signIn, authorization, known);
  if (browserSecret === null) return problem("other_browser", again);
  if (authorization.status !== "completed") return problem("used", again);
  const { approval, tenantId } = authorization;
  if (approval === null || approval.tenantId !== tenantId) return problem("refused", again);
  if (authorization.usableUntil <= signIn.platform.nowMs()) return problem("late", again);
  const proposal = await store.find(authorization.clientId, tenantId, proposalId);
  if (proposal === null) return problem("unknown");
  // Again, because a key can be revoked or lose the right at any time, for example because it leaked.
  const identified = await findIdentifyingKey({ ...deps, platform: signIn.platform }, approval.keyId, proposal);
  if (identified === null) return problem("refused", again);
  return { authorization, approval, browserSecret, client: identified.client, proposal };
}

/** Returns the page. @param isTooLate whether a decision just arrived too late; the proposal is then read again. */
async function reviewOf(
  deps: ApprovalPageDeps,
  { authorization, approval, browserSecret, client, proposal: shown }: Reviewer,
  { languages }: Pick<ReviewRequest, "languages">,
  isTooLate = false,
): Promise<ApprovalStep> {
  const { signIn, store } = deps;
  const now = isTooLate ? await store.find(shown.clientId, shown.tenantId, shown.id) : shown;
  const proposal = now ?? shown;
  const facts = await gatherFacts(deps, proposal, { languages, mayDecide: true, nowMs: signIn.platform.nowMs() });
  const review = {
    ...facts,
    app: { name: client.appName === "" ? client.name : client.appName, logoId: client.logo?.id ?? null },
    subject: approval.subject,
    person: approval.name ?? approval.subject,
    mayApprove: mayApprove(proposal, approval.subject),
    formToken: signIn.hashes.hash("agent-form", [authorization.id, browserSecret]),
  };
  return { kind: "review", review, isTooLate };
}

/** How long the page shows the proposal and accepts a decision after the app has identified the person. */
const reviewMs = 10 * minuteMs;

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
  subject: string;
  /** Their name, if the app gave it; otherwise the same. */
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
