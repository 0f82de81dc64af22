/** The first gate: a request that the process can't serve in time is refused before it costs anything. */
import { ServiceError } from "@svc/contract";

/** The current load of the process. */
export type Load = {
  /** Requests that are not finished. */
  inFlight: number;
  /** How late the event loop is, in milliseconds. */
  loopDelayMs: number;
  /** Statements that wait for a database connection. */
  databaseWaiting: number;
};

/** The maximum load; a delay of 0 disables that check. */
export type LoadLimits = { inFlightMax: number; loopDelayMsMax: number; databaseWaitingMax: number };

/**
 * With fewer requests than this, they aren't the cause of a slow event loop: the machine is busy with something else,
 * and refusing requests wouldn't help.
 */
export const slowLoopInFlightMin = 32;

/** Returns the resource that the process is short of, or null if it can take another request. */
export function findShortage(load: Load, limits: LoadLimits): Shortage | null {
  if (load.inFlight >= limits.inFlightMax) return "requests";
  if (load.databaseWaiting >= limits.databaseWaitingMax) return "database";
  const isSlow = limits.loopDelayMsMax > 0 && load.loopDelayMs > limits.loopDelayMsMax;
  return isSlow && load.inFlight >= slowLoopInFlightMin ? "event_loop" : null;
}

/** An admitted request. It is finished once it was answered and no more work is done on it. */
export type Visit = {
  /** Marks that the response was sent or can't be delivered. Can be called repeatedly. */
  answered(): void;
  /** Marks work on the request until the returned function is called, once. */
  work(): () => void;
  /**
   * Stops counting the request until the returned function is called, once: it only waits, for something that has a
   * bound of its own.
   */
  pause(): () => void;
  /** Stops counting the request for good. */
  dismiss(): void;
};

/** Waits for somebody else's server without a place of the gate, and takes the place back afterwards. */
export type Outside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** Admits requests. */
export type Gate = {
  /** @throws ServiceError OVERLOADED. */
  enter(): Visit;
  /** Returns the number of unfinished requests. */
  inFlight(): number;
};

/** A resource that the process can be short of. */
export type Shortage = "requests" | "event_loop" | "database" | "deliveries";

/**
 * Creates a gate.
 * @param load returns the load, except for the requests, which the gate counts itself.
 * @param onShed called for each refused request.
 */
export function createGate(
  limits: LoadLimits,
  load: () => Omit<Load, "inFlight">,
  onShed: (shortage: Shortage) => void = () => undefined,
): Gate {
  let inFlight = 0;
  return {
    inFlight: () => inFlight,
    enter() {
      const shortage = findShortage({ ...load(), inFlight }, limits);
      if (shortage !== null) {
        onShed(shortage);
        throw new ServiceError("OVERLOADED");
      }
      inFlight += 1;
      const visit = { isCounted: true, isAnswered: false, isDismissed: false, works: 0, pauses: 0 };
      // A caller that hangs up frees nothing while its request is still being worked on.
      const recount = (): void => {
        const isOpen = !visit.isAnswered || visit.works > 0;
        const counts = isOpen && !visit.isDismissed && visit.pauses === 0;
        if (counts !== visit.isCounted) inFlight += counts ? 1 : -1;
        visit.isCounted = counts;
      };
      return {
        answered() {
          visit.isAnswered = true;
          recount();
        },
        work() {
          visit.works += 1;
          recount();
          return () => {
            visit.works -= 1;
            recount();
          };
        },
        pause() {
          visit.pauses += 1;
          recount();
          return () => {
            visit.pauses -= 1;
            recount();
          };
        },
        dismiss() {
          visit.isDismissed = true;
          recount();
        },
      };
    },
  };
}
