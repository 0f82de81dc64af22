/** What the log says of the service clock: each change once. */
import { clockTrouble } from "./describe.ts";
import type { Finding } from "./judge.ts";
import type { ServiceClock } from "./service-clock.ts";

/** Where lines go. */
type ClockLog = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

const lines: Readonly<Partial<Record<Finding, string>>> = {
  followed: "this process had stopped for a while; it goes on by the time of the others",
  accepted: "an operator accepted the clock",
  healed: "the clock is right again",
};

/** Logs how the clock stands now, where it has jumped, and then each change. @param onFailure told that a sample failed. */
export function logClock(
  clock: Pick<ServiceClock, "standing" | "listen">,
  log: ClockLog,
  onFailure: (error: unknown) => void,
): void {
  let told: string | null = null;
  const tell = (finding: Finding | null): void => {
    const standing = clock.standing();
    const trouble = clockTrouble(standing);
    const line = finding === null ? undefined : lines[finding];
    if (line !== undefined) log.warn({ offset_ms: standing.offsetMs }, line);
    if (trouble !== null && trouble !== told) log.error({ offset_ms: standing.offsetMs }, trouble);
    told = trouble;
  };
  clock.listen({ onFinding: tell, onFailure });
  tell(null);
}
