/** Times as an operator types them. */
import { OperatorFailure } from "./failure.ts";

/**
 * A time in milliseconds since the epoch.
 * @param name of the option. @param text `now`, or such as 2026-01-31T00:00:00Z.
 * @throws OperatorFailure if it cannot be read.
 */
export function readTime(name: string, text: string | undefined, nowMs: number): number {
  if (text === "now") return nowMs;
  const time = text === undefined ? Number.NaN : Date.parse(text);
  // Without a zone it would be read as local time, which differs from machine to machine.
  if (Number.isFinite(time) && /(?:Z|[+-]\d\d:\d\d)$/.test(text ?? "")) return time;
  throw new OperatorFailure(`${name} must be a time such as 2026-01-31T00:00:00Z, or now.`);
}
