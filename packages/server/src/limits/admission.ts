/** The last question before an execution claims its key: whether it may run now. */
import { ServiceError } from "@svc/contract";
import type { CallEffect } from "./circuit.ts";
import type { Circuits } from "./circuits.ts";
import type { ExecutionSlots, Place } from "./slots.ts";
import type { TokenBuckets } from "./token-buckets.ts";

/** An execution that is checked and has neither key nor record yet. */
export type Execution = Place & { provider: string; effect: CallEffect };

/** How an admission ends; one of both is called, once. */
export type Admission = {
  /** The execution has ended. */
  end(): void;
  /** Nothing was claimed: it counts as if it had never been admitted. */
  withdraw(): void;
};

/**
 * Lets an execution run until its admission ends.
 * @throws ServiceError RATE_LIMITED, OVERLOADED, PROVIDER_UNREACHABLE; nothing has been claimed, recorded or sent, and the
 *   same key may be used again.
 */
export type Admit = (execution: Execution) => Admission;

/** Puts the bounds of executions together. @param connectionRate a bucket a connection. */
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
        const detail = `This connection already ran ${verdict.limit} executions in this second; nothing was done. Wait for \`Retry-After\`, then send the same request.`;
        throw new ServiceError("RATE_LIMITED", { connection_id, detail, retryAfterSeconds: verdict.resetSeconds });
      }
      const leave = circuits.enter(execution);
      const end = (): void => {
        leave();
        freeSlot();
      };
      return {
        end,
        withdraw() {
          connectionRate(connection_id, -1);
          end();
        },
      };
    } catch (error) {
      freeSlot();
      throw error;
    }
  };
}
