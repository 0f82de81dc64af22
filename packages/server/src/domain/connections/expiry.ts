/**
 * The expiry of a static credential: the notices before it, and the expiry itself. svc can't refresh static
 * credentials, so events announce their expiry. Pure; the sweep executes the steps, and only if the time has just been
 * confirmed.
 */
import { dayMs } from "../clock/units.ts";
import type { ConnectionRow } from "./port.ts";

/** When a connection's credential expires, and when the next notice or the expiry is due. */
export type CredentialExpiry = Pick<ConnectionRow, "credentialExpiresAt" | "expiryDueAt">;

/** A step: a notice some days before the expiry, with the time of the next step; or the expiry itself. */
export type ExpiryStep = { kind: "notice"; daysBefore: number; nextDueAt: number } | { kind: "end" };

/** How many days before a credential's expiry notices are due. */
const noticeDays = [7, 1] as const;

/** Returns the times of the steps in order: the notices, then the expiry. */
function stepsBefore(expiresAt: number): number[] {
  return [...noticeDays.map((days) => expiresAt - days * dayMs), expiresAt];
}

/** Returns the columns for a new credential. @param expiresAt null if it has no known expiry. */
export function expiryOf(expiresAt: number | null): CredentialExpiry {
  return {
    credentialExpiresAt: expiresAt,
    expiryDueAt: expiresAt === null ? null : (stepsBefore(expiresAt)[0] ?? null),
  };
}

/**
 * Returns the columns after a test, in which the provider may have reported a new expiry of the same credential, for
 * example after it was extended. A notice that was already sent is due again only if its new time is in the future.
 */
export function expiryAfterTest(before: CredentialExpiry, expiresAt: number | null, nowMs: number): CredentialExpiry {
  if (expiresAt === before.credentialExpiresAt) return before;
  if (expiresAt === null || before.credentialExpiresAt === null) return expiryOf(expiresAt);
  const { expiryDueAt } = before;
  const done = stepsBefore(before.credentialExpiresAt).filter((at) => expiryDueAt === null || at < expiryDueAt).length;
  const steps = stepsBefore(expiresAt);
  return {
    credentialExpiresAt: expiresAt,
    expiryDueAt: steps.find((at, index) => index >= done || at > nowMs) ?? expiresAt,
  };
}

/**
 * Returns the step that is due now; null if none is. If several notices are due, returns only the last one.
 * @param nowMs service time, in milliseconds since the epoch.
 */
export function dueStep(expiresAt: number, nowMs: number): ExpiryStep | null {
  const steps = stepsBefore(expiresAt);
  const passed = steps.filter((at) => at <= nowMs).length;
  const nextDueAt = steps[passed];
  if (nextDueAt === undefined) return { kind: "end" };
  const daysBefore = noticeDays[passed - 1];
  return daysBefore === undefined ? null : { kind: "notice", daysBefore, nextDueAt };
}
