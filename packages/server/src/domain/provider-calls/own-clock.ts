/** A refusal that our own wrong clock explains. */
import type { ProviderResponse, Refusal } from "@svc/provider-kit";
import { minuteMs } from "../clock/units.ts";

const ownClockIsWrong: Refusal = {
  code: "PROVIDER_ERROR",
  detail:
    "The provider refused a token or a signature that svc made, so nothing was done. The provider's time differs from this server's by more than a minute: the clock of this server is wrong.",
};

/**
 * Returns a refusal, or that our clock is wrong: tokens and signatures made here contain the time, so a provider refuses
 * each of them while our clock is off, which says nothing about the connection.
 * @param nowMs our time, in milliseconds since the epoch.
 */
export function unlessOwnClock(
  refusal: Refusal,
  { headers }: Pick<ProviderResponse, "headers">,
  nowMs: number,
): Refusal {
  if (refusal.code !== "PROVIDER_UNAUTHORIZED") return refusal;
  const theirsMs = Date.parse(headers["date"] ?? "");
  return Math.abs(theirsMs - nowMs) > minuteMs ? ownClockIsWrong : refusal;
}
