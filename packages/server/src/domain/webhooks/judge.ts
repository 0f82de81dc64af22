/** Judges an attempt: delivered, when to retry, or failed. Pure. */
import { dayMs, hourMs, minuteMs, secondMs } from "../clock/units.ts";
import type { AttemptResult, PostFacts } from "./port.ts";

/** The delay before each attempt (the example in Standard Webhooks): ten attempts within 75 hours and 35 minutes. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

/** How long a delivery waits that svc's own machine couldn't send. */
const putOffMs = 30 * secondMs;

const jitterShare = 0.2;
const retryAfterMsMax = dayMs;

/**
 * Judges an attempt.
 * @param attempt.roundAttempts the number of earlier attempts in this round.
 * @param attempt.jitter in [0, 1).
 */
export function judgeAttempt(attempt: {
  facts: PostFacts;
  roundAttempts: number;
  durationMs: number;
  jitter: number;
}): AttemptResult {
  const { facts, roundAttempts, jitter } = attempt;
  const durationMs = Math.round(attempt.durationMs);
  const answered = facts.kind === "answered";
  const httpStatus = answered ? facts.httpStatus : null;
  const about = { httpStatus, fault: answered ? "" : facts.fault, durationMs, gone: httpStatus === 410 };
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { ...about, next: { kind: "delivered" } };
  const jittered = (ms: number): number => ms * (1 - jitterShare + 2 * jitterShare * jitter);
  // It says nothing about the endpoint.
  if (about.fault === "local") return { ...about, next: { kind: "put_off", delayMs: Math.round(jittered(putOffMs)) } };
  const waitMs = attemptDelaysMs[roundAttempts + 1];
  if (waitMs === undefined || about.gone) return { ...about, next: { kind: "failed" } };
  const askedMs = answered ? Math.min((facts.retryAfterSeconds ?? 0) * secondMs, retryAfterMsMax) : 0;
  return { ...about, next: { kind: "retry", delayMs: Math.round(Math.max(jittered(waitMs), askedMs)) } };
}
