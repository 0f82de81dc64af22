/**
 * The end of a static credential: what is due before it, and at it. svc never renews such a credential, so events announce
 * its end. Pure; the sweep does what is due, and only if the time has just been confirmed.
 */
import { auditEvent, type AuditDeps } from "../audit/audit.ts";
import type { AuditEvent } from "../audit/port.ts";
import { dayMs } from "../clock/units.ts";
import { timestamp } from "../paging/timestamp.ts";
import type { ConnectionRow } from "./port.ts";

/** When a connection's credential ends, and when the next notice or the end is due. */
export type CredentialExpiry = Pick<ConnectionRow, "credentialExpiresAt" | "expiryDueAt">;

/** What is due: a notice, so many days before the end, and when the next step is due; or the end. */
export type ExpiryStep = { kind: "notice"; daysBefore: number; nextDueAt: number } | { kind: "end" };

/** A connection whose credential ends. */
export type ExpiringConnection = ConnectionRow & { credentialExpiresAt: number };

/** How many days before its end a credential's expiry is announced. */
const noticeDays = [7, 1] as const;

/** The times at which something is due, in order: the notices, and the end. */
function stepsBefore(expiresAt: number): number[] {
  return [...noticeDays.map((days) => expiresAt - days * dayMs), expiresAt];
}

/** Returns the columns for a new credential. @param expiresAt null if it has no known end. */
export function expiryOf(expiresAt: number | null): CredentialExpiry {
  return {
    credentialExpiresAt: expiresAt,
    expiryDueAt: expiresAt === null ? null : (stepsBefore(expiresAt)[0] ?? null),
  };
}

/**
 * Returns the columns after a test, in which the provider may have told another end of the same credential, such as after a
 * renewal. A notice that was given is due again only if its new time is still to come.
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
 * Returns what is due now; null if nothing is. If several notices are, only the last one is given.
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

/** Creates the audit event: `connection.expiring` for a notice, `connection.expired` for the end. */
export function expiryEvent(deps: AuditDeps, connection: ExpiringConnection, step: ExpiryStep): AuditEvent {
  const { id: subject, clientId, tenantId, provider, credentialVersion, credentialExpiresAt } = connection;
  const about = { credentialExpiresAt: timestamp(credentialExpiresAt), credentialVersion, provider };
  const [type, data] =
    step.kind === "end"
      ? ["connection.expired", about]
      : ["connection.expiring", { ...about, daysBefore: step.daysBefore }];
  return auditEvent(deps, type, { clientId, tenantId, subject, actor: "system", data });
}
