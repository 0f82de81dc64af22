/** Parses times in options. */
import { OperatorFailure } from "./failure.ts";

/**
 * Parses a time.
 * @param name the option's name. @param text `now`, or a time such as 2026-01-31T00:00:00Z.
 * @returns milliseconds since the epoch.
 * @throws OperatorFailure if it is invalid.
 */
export function readTime(name: string, text: string | undefined, nowMs: number): number {
  if (text === "now") return nowMs;
  const time = text === undefined ? Number.NaN : Date.parse(text);
  // Without a zone, it would be local time, which differs between machines.
  if (Number.isFinite(time) && /(?:Z|[+-]\d\d:\d\d)$/.test(text ?? "")) return time;
  throw new OperatorFailure(`${name} must be a time such as 2026-01-31T00:00:00Z, or now.`);
}
