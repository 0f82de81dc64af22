/** Shows proposals. */
import { stillWaits, type Proposal } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Prints the proposal of a call that wasn't made. @throws CommandFailure exit 8, always (contract §7.4). */
export function showWaiting(context: Context, proposal: Proposal): never {
  context.show(proposal);
  throw new CommandFailure(8, waitingText(proposal), null);
}

/**
 * Prints a proposal that was waited for.
 * @throws CommandFailure unless svc has executed the call: exit 8 if it still waits, 3 if it was denied, expired or withdrawn.
 */
export function showDecided(context: Context, proposal: Proposal): void {
  context.show(proposal);
  const { id, status, error } = proposal;
  if (status === "accepted") return;
  if (stillWaits(status)) throw new CommandFailure(8, waitingText(proposal), null);
  const why = error === null ? "" : `: ${error.code}: ${error.detail}`;
  throw new CommandFailure(3, `Proposal ${id} is ${status}${why}`, null);
}

function waitingText({ id, status, expiresAt }: Proposal): string {
  if (status === "pending") {
    return [
      `A person has to approve this call, until ${expiresAt}. Nothing was sent. Don't repeat it with a new key: once it's`,
      `approved, svc makes it. Wait with: svc proposals wait ${id}`,
    ].join(" ");
  }
  if (status === "approved") return `Proposal ${id} is approved, and svc is about to make the call.`;
  return `Proposal ${id} of this key is ${status}. Nothing was sent.`;
}
