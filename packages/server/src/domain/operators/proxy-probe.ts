/**
 * Requests with which the operator's doctor looks through the proxy in front of the server: the server shows what arrived,
 * after a silence. Only this deployment's own doctor can make one, because its proof needs a hashing key.
 */
import type { KeyedHashes } from "../vault/port.ts";
import { minuteMs } from "../clock/units.ts";

/** Where the server answers them. */
export const probePath = "/readyz/through";

/** The longest silence that can be asked for: what a provider call may take, and some time to conclude. */
export const probeHoldMsMax = 310_000;

/** A response that was silent for a while. */
export type HeldResponse = {
  /** Null without a response. */
  status: number | null;
  /** When its first two bytes had arrived, of which the second is sent a moment later, and when it ended. */
  beginMs: number;
  endedMs: number;
  isComplete: boolean;
};

const validMs = 10 * minuteMs;

/** A probe's query, for {@link readProbe}. @param holdMs how long the server is to be silent. */
export function makeProbe(hashes: Pick<KeyedHashes, "hash">, holdMs: number, nowMs: number): string {
  const until = String(nowMs + validMs);
  const proof = hashes.hash("proxy-probe", [String(holdMs), until]);
  return new URLSearchParams({ hold: String(holdMs), until, proof }).toString();
}

/** Returns how long to be silent; null if the query isn't a valid probe. @param search without `?`. */
export function readProbe(hashes: Pick<KeyedHashes, "verify">, search: string, nowMs: number): number | null {
  const query = new URLSearchParams(search);
  const [hold, until, proof] = [query.get("hold") ?? "", query.get("until") ?? "", query.get("proof") ?? ""];
  if (!/^\d{1,6}$/.test(hold) || !/^\d{1,16}$/.test(until) || !hashes.verify("proxy-probe", [hold, until], proof)) {
    return null;
  }
  const leftMs = Number(until) - nowMs;
  return leftMs > 0 && leftMs <= validMs && Number(hold) <= probeHoldMsMax ? Number(hold) : null;
}
