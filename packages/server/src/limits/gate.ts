/** The gate before everything else: a request that the process cannot serve in time is refused before it costs anything. */
import { ServiceError } from "@svc/contract";

/** How busy the process is. */
export type Load = {
  /** Requests that came in and are not done with. */
  inFlight: number;
  /** By how much the event loop is late, in milliseconds. */
  loopDelayMs: number;
  /** Statements that wait for a connection to the database. */
  databaseWaiting: number;
};

/** How busy it may be; a delay of 0 is not looked at. */
export type LoadLimits = { inFlightMax: number; loopDelayMsMax: number; databaseWaitingMax: number };

/**
 * With fewer requests than these a slow event loop is not their doing: the machine is busy with something else, and refusing
 * them would make nothing faster.
 */
export const inFlightOfSlowLoopMin = 32;

/** What the process is short of, or null where it takes one more request. */
export function shortageOf(load: Load, limits: LoadLimits): Shortage | null {
  if (load.inFlight >= limits.inFlightMax) return "requests";
  if (load.databaseWaiting >= limits.databaseWaitingMax) return "database";
  const isSlow = limits.loopDelayMsMax > 0 && load.loopDelayMs > limits.loopDelayMsMax;
  return isSlow && load.inFlight >= inFlightOfSlowLoopMin ? "event_loop" : null;
}

/** A request that was let in. It is done with when it was answered and nothing works on it any more. */
export type Visit = {
  /** The answer has gone, or there is nobody to take it; called once or more often. */
  answered(): void;
  /** Something works on it until the given function is called, once. */
  work(): () => void;
  /** It counts no more, whatever becomes of it. */
  dismiss(): void;
};

/** Lets requests in. */
export type Gate = {
  /** @throws ServiceError OVERLOADED. */
  enter(): Visit;
  /** Requests that count just now. */
  inFlight(): number;
};

/** What the process may be short of. */
export type Shortage = "requests" | "event_loop" | "database";

/**
 * Makes a gate.
 * @param load how busy the process is, but for the requests, which the gate counts itself.
 * @param onShed told of each request that is refused.
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
      const shortage = shortageOf({ ...load(), inFlight }, limits);
      if (shortage !== null) {
        onShed(shortage);
        throw new ServiceError("OVERLOADED");
      }
      inFlight += 1;
      const visit = { isCounted: true, isAnswered: false, isDismissed: false, works: 0 };
      // A caller that hangs up frees nothing that is still being worked on.
      const recount = (): void => {
        const counts = !visit.isDismissed && (!visit.isAnswered || visit.works > 0);
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
        dismiss() {
          visit.isDismissed = true;
          recount();
        },
      };
    },
  };
}
