/** Logs each change of the service clock once. */
import { clockTrouble } from "./describe.ts";
import type { Finding } from "./judge.ts";
import type { ServiceClock } from "./service-clock.ts";

/** The log that the lines go to. */
type ClockLog = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

const lines: Readonly<Partial<Record<Finding, string>>> = {
  followed: "this process was suspended for a while; it follows the time of the other processes again",
  accepted: "an operator accepted the clock",
  healed: "the clock is right again",
};

/** Logs a jump that the clock already has, and then each change. @param onFailure called if a sample fails. */
export function logClock(
  clock: Pick<ServiceClock, "state" | "listen">,
  log: ClockLog,
  onFailure: (error: unknown) => void,
): void {
  let loggedTrouble: string | null = null;
  const logChange = (finding: Finding | null): void => {
    const state = clock.state();
    const trouble = clockTrouble(state);
    const line = finding === null ? undefined : lines[finding];
    if (line !== undefined) log.warn({ offset_ms: state.offsetMs }, line);
    if (trouble !== null && trouble !== loggedTrouble) log.error({ offset_ms: state.offsetMs }, trouble);
    loggedTrouble = trouble;
  };
  clock.listen({ onFinding: logChange, onFailure });
  logChange(null);
}
