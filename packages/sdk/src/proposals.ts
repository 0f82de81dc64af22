/** Proposals of one tenant, which are calls that need a person's approval: the generated calls, and waiting. */
import type { Proposal } from "@svc/contract";
import { stillWaits } from "@svc/contract/proposal-status";
import type { Calls } from "./calls.ts";
import { createProposalsScope, type ProposalsScope } from "./generated/proposals.ts";
import type { SdkPlatform } from "./platform.ts";
import { pollUntilDone, type WaitOptions } from "./poll.ts";

/** How long `wait` waits by default, in milliseconds. */
const waitMsDefault = 10 * 60_000;
/** The pause after the first poll, in milliseconds; it doubles up to the longest. */
const firstPauseMs = 1000;
const pauseMsMax = 15_000;

/** The calls for proposals; `client.tenant(id).proposals`. */
export type WaitingProposals = ProposalsScope & {
  /**
   * Polls until the proposal is denied, expired or withdrawn, or svc has executed it. The `execution_id` of an
   * `accepted` one then names the execution, whose outcome `executions.wait` waits for.
   * @param options.timeoutMs how long to wait; 10 minutes by default. A person can decide until `expiresAt`.
   * @throws WaitTimeoutError if it's still pending by then.
   */
  wait: (proposalId: string, options?: WaitOptions<Proposal>) => Promise<Proposal>;
};

/** @param tenant the tenant's path. */
export function createProposals(calls: Calls, platform: SdkPlatform, tenant: string): WaitingProposals {
  const proposals = createProposalsScope(calls, tenant);
  return {
    ...proposals,
    wait: async (proposalId, options = {}) =>
      pollUntilDone(
        platform,
        {
          what: `Proposal ${proposalId}`,
          get: (each) => proposals.get(proposalId, each),
          isDone: ({ status }) => !stillWaits(status),
          timeoutMsDefault: waitMsDefault,
          pauseMs: (polls) => Math.min(firstPauseMs * 2 ** (polls - 1), pauseMsMax),
        },
        options,
      ),
  };
}
