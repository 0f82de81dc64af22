/** Times as a person reads them on a terminal: "3 minutes ago". Programs get them as they are. */
import type { Surface } from "./surface.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Longer ago than this, the date says more. */
const datedAfterMs = 30 * day;

/** RFC 3339 with a zone, as svc and most providers write times. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Whether a text is a point in time. */
export function isTime(text: string): boolean {
  return timePattern.test(text) && !Number.isNaN(Date.parse(text));
}

/** A time for a surface: relative on a terminal, otherwise as it is. */
export function timeText(text: string, { nowMs }: Surface): string {
  return nowMs === null ? text : relativeTime(Date.parse(text), nowMs);
}

/** @param atMs @param nowMs milliseconds since the epoch. */
export function relativeTime(atMs: number, nowMs: number): string {
  const apart = Math.abs(nowMs - atMs);
  if (apart > datedAfterMs) return new Date(atMs).toISOString().slice(0, 10);
  if (apart < second) return "now";
  return atMs > nowMs ? `in ${durationText(apart)}` : `${durationText(apart)} ago`;
}

/** A duration in its largest unit, rounded down: "3 minutes". */
export function durationText(ms: number): string {
  const [unit, size] = [["day", day] as const, ["hour", hour] as const, ["minute", minute] as const].find(
    ([, each]) => ms >= each,
  ) ?? ["second", second];
  return counted(Math.floor(ms / size), unit);
}

/** A number with its noun: "1 second", "2 seconds". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A time that is counted down: "29:05", "1:00:00". */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / second));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...others] = parts[0] === 0 ? parts.slice(1) : parts;
  return [String(first), ...others.map((part) => String(part).padStart(2, "0"))].join(":");
}
