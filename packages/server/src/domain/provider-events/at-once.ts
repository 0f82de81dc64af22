/** Bounds how many deliveries are recorded at once, so that each is answered while its provider still waits. */
import { ServiceError } from "@svc/contract";
import type { Receive } from "./receive.ts";

/**
 * The most deliveries at once. Slack waits three seconds, the least of all, so even 100 a second are answered in time;
 * and the API keeps most of the places in the process while a provider sends everything at once.
 */
export const deliveriesAtOnceMax = 256;

/** Receives deliveries within the bound. */
export type BoundedReceive = {
  /**
   * To be called before a delivery's body is read.
   * @throws ServiceError OVERLOADED while there is no room.
   */
  checkRoom(): void;
  /** @throws ServiceError OVERLOADED, and the errors of {@link Receive}. */
  receive: Receive;
};

/** @param onShed called for each refused delivery. */
export function receiveAtMost(
  receive: Receive,
  { atOnceMax = deliveriesAtOnceMax, onShed }: { atOnceMax?: number; onShed: () => void },
): BoundedReceive {
  let atOnce = 0;
  const checkRoom = (): void => {
    if (atOnce < atOnceMax) return;
    onShed();
    throw new ServiceError("OVERLOADED", { detail: fullDetail });
  };
  return {
    checkRoom,
    async receive(incoming) {
      checkRoom();
      atOnce += 1;
      try {
        return await receive(incoming);
      } finally {
        atOnce -= 1;
      }
    },
  };
}

const fullDetail = "Too many deliveries are being recorded. Nothing of this one was kept: send it again.";
