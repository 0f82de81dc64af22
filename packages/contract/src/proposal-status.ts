/**
 * The meaning of a proposal's status, and the texts that clients show for the call: one table for every SDK and tool.
 * It loads no schema, so that an SDK stays small.
 */
import type { Proposal } from "./proposal.ts";
import { waitingProposalStatuses, type ProposalStatus } from "./values.ts";

/**
 * Whether a proposal is still open: awaiting a decision, or approved and not yet executed. Every other state is final.
 */
export function stillWaits(status: ProposalStatus): boolean {
  return waitingProposalStatuses.some((one) => one === status);
}

/** One text per status; `{id}` is the proposal's id. A text says that nothing was sent only if svc knows it. */
export const proposalTexts: Readonly<Record<ProposalStatus, string>> = {
  pending: "A person has to approve the call: proposal {id}. Nothing was sent.",
  approved: "A person has approved the call, and svc is about to make it: proposal {id}.",
  accepted: "A person has approved the call, and svc has made it: proposal {id}. Its execution says how it ended.",
  denied: "A person has denied the call: proposal {id}. Nothing was sent.",
  expired: "The call wasn't made in time: proposal {id} has expired. Nothing was sent.",
  withdrawn: "The call was withdrawn: proposal {id}. Its error says why.",
};

/** The text for a status from a newer server. */
export const otherProposalText = "The call isn't made yet, or has ended: proposal {id} is {status}.";

/** Describes the state of a proposed call, in a sentence or two. */
export function proposalText({ id, status }: Pick<Proposal, "id" | "status">): string {
  const text = new Map<string, string>(Object.entries(proposalTexts)).get(status) ?? otherProposalText;
  return text.replace("{id}", id).replace("{status}", status);
}
