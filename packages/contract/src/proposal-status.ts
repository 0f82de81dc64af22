/**
 * What a proposal's status means, and what clients say about the call: one table for every SDK and tool. It loads no schema, so that an
 * SDK stays small.
 */
import type { Proposal } from "./proposal.ts";
import { waitingProposalStatuses, type ProposalStatus } from "./values.ts";

/** Whether a proposal still waits: for a person, or, once approved, until svc makes the call. Every other state is an end. */
export function stillWaits(status: ProposalStatus): boolean {
  return waitingProposalStatuses.some((one) => one === status);
}

/** One text per status; `{id}` is the proposal's. Only where svc knows it does a text say that nothing was sent. */
export const proposalTexts: Readonly<Record<ProposalStatus, string>> = {
  pending: "A person has to approve the call: proposal {id}. Nothing was sent.",
  approved: "A person has approved the call, and svc is about to make it: proposal {id}.",
  accepted: "A person has approved the call, and svc has made it: proposal {id}. Its execution says how it ended.",
  denied: "A person has denied the call: proposal {id}. Nothing was sent.",
  expired: "The call wasn't made in time: proposal {id} has expired. Nothing was sent.",
  withdrawn: "The call was withdrawn: proposal {id}. Its error says why.",
};

/** The text for a status that a newer server sends. */
export const otherProposalText = "The call isn't made yet, or has ended: proposal {id} is {status}.";

/** Describes a call by its proposal, in a sentence or two. */
export function proposalText({ id, status }: Pick<Proposal, "id" | "status">): string {
  const text = new Map<string, string>(Object.entries(proposalTexts)).get(status) ?? otherProposalText;
  return text.replace("{id}", id).replace("{status}", status);
}
