/** Reads when to try again from a response header, in the forms that providers use. */
import type { RetryAfterHeader } from "./provider.ts";

const retryAfterSecondsMax = 3_600;

/** @returns whole seconds from now, rounded up and at most an hour; null if the value doesn't have this form. */
export function readRetryAfter(value: string, form: RetryAfterHeader["form"], nowMs: number): number | null {
  switch (form) {
    case "seconds":
      return bounded(readNumber(value));
    case "milliseconds":
      return bounded(divided(readNumber(value), 1000));
    case "seconds_or_date":
      return /^\d{1,12}$/.test(value) ? bounded(Number(value)) : until(readHttpDate(value), nowMs);
    case "epoch_seconds":
      return until(divided(readNumber(value), 0.001), nowMs);
    case "epoch_milliseconds":
      return until(readNumber(value), nowMs);
    case "iso_date":
      return until(readIsoDate(value), nowMs);
  }
}

function readNumber(value: string): number | null {
  return /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : null;
}

/** The preferred date format of RFC 9110 §5.6.7. */
function readHttpDate(value: string): number | null {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return null;
  return Date.parse(value);
}

/** The date format of RFC 3339 §5.6; the seconds are optional because some servers omit them. */
function readIsoDate(value: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value)) return null;
  return Date.parse(value);
}

function divided(value: number | null, by: number): number | null {
  return value === null ? null : value / by;
}

function until(atMs: number | null, nowMs: number): number | null {
  return atMs === null || Number.isNaN(atMs) ? null : bounded((atMs - nowMs) / 1_000);
}

function bounded(seconds: number | null): number | null {
  return seconds === null ? null : Math.min(Math.max(Math.ceil(seconds), 0), retryAfterSecondsMax);
}
