/** What `svc-server doctor` says of the service clock. */
import { clockTrouble } from "../clock/describe.ts";
import type { ClockStanding } from "../clock/service-clock.ts";
import type { Check } from "./check.ts";

/** Judges how the clock stands. The server serves on, and its retention waits for somebody. */
export function clockCheck(standing: ClockStanding): Check {
  const trouble = clockTrouble(standing);
  if (trouble !== null) return { name: "clock", status: "fail", detail: trouble };
  return { name: "clock", status: "ok", detail: "in order" };
}
