/** Proposals of one tenant: calls that need a person's approval. */
import type { DecideProposal, Proposal } from "@svc/contract";
import { stillWaits } from "@svc/contract/proposal-status";
import type { TenantCalls } from "./connect-sessions-scope.ts";
import type { List } from "./listing.ts";
import { segment } from "./paths.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone } from "./poll.ts";
import type { CallOptions } from "./transport.ts";

/** How long `waitForDecision` waits by default, in milliseconds. */
const waitMsDefault = 10 * 60_000;
/** The pause after the first poll, in milliseconds; it doubles up to the longest. */
const firstPauseMs = 1000;
const pauseMsMax = 15_000;

/** @param base the tenant's path. */
export function createProposalsScope({ call, get, page }: TenantCalls, platform: SdkPlatform, base: string) {
  const path = `${base}/proposals`;
  const pathOf = (id: string): string => `${path}/${segment(id)}`;
  const proposals = {
    get: async (id: string, options?: CallOptions): Promise<Proposal> => get(pathOf(id), options),
    /** Lists proposals, newest first. */
    list: (
      query: { connection_id?: string; status?: Proposal["status"]; limit?: number; cursor?: string } = {},
      options?: CallOptions,
    ): List<Proposal> => page(path, "proposals", query, options),
    /**
     * Records a person's decision. Send the `digest` of the proposal that the person saw. The service key must be
     * allowed to decide, and must not be the one that made the proposal.
     * @throws PermissionError `DECISION_NOT_ALLOWED`; ConflictError `DIGEST_MISMATCH`, `PROPOSAL_NOT_PENDING`.
     */
    decide: async (id: string, decision: DecideProposal, options?: CallOptions): Promise<Proposal> =>
      call({ method: "POST", path: `${pathOf(id)}:decide`, body: decision, options }),
    /**
     * Polls until the proposal is denied, expired or withdrawn, or svc has executed it. The `execution_id` of an
     * `accepted` one then names the execution, whose outcome `executions.waitForOutcome` waits for.
     * @param options.timeoutMs how long to wait; 10 minutes by default. A person can decide until `expiresAt`.
     * @throws WaitTimeoutError if it's still pending by then.
     */
    waitForDecision: async (id: string, { timeoutMs = waitMsDefault, signal }: CallOptions = {}): Promise<Proposal> =>
      pollUntilDone(platform, {
        what: `Proposal ${id}`,
        get: (options) => proposals.get(id, options),
        isDone: ({ status }) => !stillWaits(status),
        limitMs: timeoutMs,
        pauseMs: (polls) => Math.min(firstPauseMs * 2 ** (polls - 1), pauseMsMax),
        signal,
      }),
  };
  return proposals;
}
