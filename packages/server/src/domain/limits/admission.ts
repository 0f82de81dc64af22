/** The last check before an execution claims its key: whether it may run now. */
import { ServiceError } from "@svc/contract";
import type { CallEffect } from "./circuit.ts";
import type { Circuits } from "./circuits.ts";
import type { ExecutionSlots, SlotOwner } from "./slots.ts";
import type { TokenBuckets } from "./rate-limit.ts";

/** An authorized execution that has neither key nor record yet. */
export type Execution = SlotOwner & { provider: string; effect: CallEffect };

/**
 * Permission to run. Call `end` exactly once; with `wasClaimed` false the connection's rate-limit token is returned.
 */
export type Admission = { end(wasClaimed: boolean): void };

/**
 * Admits an execution.
 * @throws ServiceError RATE_LIMITED, OVERLOADED, PROVIDER_UNREACHABLE; nothing has been claimed, recorded, or sent, and
 * the same key can be used again.
 */
export type Admit = (execution: Execution) => Admission;

/** Combines the limits on executions. @param connectionRate one bucket per connection. */
export function createAdmit(
  slots: Pick<ExecutionSlots, "take">,
  connectionRate: TokenBuckets,
  circuits: Pick<Circuits, "enter">,
): Admit {
  return (execution) => {
    const { connectionId: connection_id } = execution;
    const freeSlot = slots.take(execution);
    try {
      const verdict = connectionRate(connection_id);
      if (verdict?.allowed === false) {
        const detail = `This connection already ran ${verdict.limit} executions this second; nothing was done. Wait for \`Retry-After\`, then send the same request.`;
        throw new ServiceError("RATE_LIMITED", { connection_id, detail, retryAfterSeconds: verdict.resetSeconds });
      }
      const leave = circuits.enter(execution);
      return {
        end(wasClaimed) {
          if (!wasClaimed) connectionRate(connection_id, -1);
          leave();
          freeSlot();
        },
      };
    } catch (error) {
      freeSlot();
      throw error;
    }
  };
}
