/** The steps to the approval page: to the consumer's app, which identifies the person, and back. */
import { idPrefixes, isId } from "@svc/contract";
import { decisionMs } from "../agent-sign-in/deps.ts";
import { approvalPaths } from "../agent-sign-in/metadata.ts";
import { withParameters } from "../agent-sign-in/redirects.ts";
import { sealRequest } from "../agent-sign-in/requests.ts";
import { checkWayBack } from "../agent-sign-in/way-back.ts";
import {
  reviewMs,
  type ApprovalPageDeps,
  type ApprovalProblem,
  type ApprovalStep,
  type ReviewRequest,
} from "./deps.ts";

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
