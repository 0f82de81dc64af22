/** Shows proposals. */
import type { Proposal } from "@svc/contract";
import { proposalText, stillWaits } from "@svc/contract/proposal-status";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Prints the proposal for a call that wasn't made. @throws CommandFailure exit 8, always (contract §7.4). */
export function showWaiting(context: Context, proposal: Proposal): never {
  context.show(proposal);
  throw new CommandFailure(8, textOf(proposal), null);
}

/**
 * Prints a proposal after waiting for it.
 * @throws CommandFailure unless svc executed the call: exit 8 if still pending, 3 if denied, expired or withdrawn.
 */
export function showDecided(context: Context, proposal: Proposal): void {
  context.show(proposal);
  const { status } = proposal;
  if (status === "accepted") return;
  if (stillWaits(status)) throw new CommandFailure(8, textOf(proposal), null);
  throw new CommandFailure(3, textOf(proposal), null);
}

function textOf(proposal: Proposal): string {
  const { id, status, expiresAt, error } = proposal;
  const text = proposalText(proposal);
  if (error !== null) return `${text} ${error.code}: ${error.detail}`;
  if (status !== "pending") return text;
  return `${text} It can be approved until ${expiresAt}. Don't repeat it with a new key: once it's approved, svc makes it. Wait with: svc proposals wait ${id}`;
}
