/** The approval page itself: it shows the proposal, accepts a decision, and then shows the result. */
import { idPrefixes, isId, ServiceError, type DecideProposal } from "@svc/contract";
import { approvalPaths } from "../agent-sign-in/metadata.ts";
import type { AgentAuthorizationRow, Approval } from "../agent-sign-in/port.ts";
import { browserSecretOf } from "../agent-sign-in/way-back.ts";
import { findIdentifyingKey } from "../proposals/deciding-keys.ts";
import { gatherFacts } from "../proposals/facts.ts";
import type { ProposalRow } from "../proposals/port.ts";
import { mayApprove, onPage } from "../proposals/proposals.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import { beginUrl, problem } from "./begin.ts";
import type { ApprovalPageDeps, ApprovalStep, ReviewRequest } from "./deps.ts";

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
  return isSame && decision.decidedBy.startsWith(`${onPage(approval.subject)},`);
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
  const facts = await gatherFacts(deps, proposal, { languages, nowMs: signIn.platform.nowMs() });
  const review = {
    ...facts,
    app: { name: client.appName === "" ? client.name : client.appName, logoId: client.logo?.id ?? null },
    person: approval.subject,
    mayApprove: mayApprove(proposal, approval.subject),
    formToken: signIn.hashes.hash("agent-form", [authorization.id, browserSecret]),
  };
  return { kind: "review", review, isTooLate };
}
