/** A bound on the executions that one connection runs at once in this process (contract §1, Rate limit). */
import { ServiceError } from "@svc/contract";

/** Takes a slot; the given function frees it. */
export type ConnectionSlots = {
  /** @throws ServiceError RATE_LIMITED when the connection has no free slot. */
  take(connectionId: string): () => void;
};

/** @param perConnection slots a connection, `0` for no bound. */
export function createConnectionSlots(perConnection: number): ConnectionSlots {
  const taken = new Map<string, number>();
  return {
    take(connectionId) {
      const now = taken.get(connectionId) ?? 0;
      if (perConnection > 0 && now >= perConnection) {
        throw new ServiceError("RATE_LIMITED", {
          connection_id: connectionId,
          detail: `This connection already runs ${perConnection} executions at once. Send it again when one has ended.`,
        });
      }
      taken.set(connectionId, now + 1);
      return () => {
        const left = (taken.get(connectionId) ?? 1) - 1;
        if (left === 0) taken.delete(connectionId);
        else taken.set(connectionId, left);
      };
    },
  };
}
