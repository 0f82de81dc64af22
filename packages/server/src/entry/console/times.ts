/** Times and numbers in words. All times are UTC. */
import { once } from "../../once.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns an exact time with its zone. @param ms milliseconds since the epoch. */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Returns the time from now, or the date if it is more than a month away. */
export function relativeTime(ms: number, nowMs: number): string {
  const distanceMs = Math.abs(nowMs - ms);
  if (distanceMs < minuteMs) return ms > nowMs ? "in a moment" : "just now";
  if (distanceMs > 31 * dayMs) return formatDate(ms);
  const amount = formatElapsed(distanceMs);
  return ms > nowMs ? `in ${amount}` : `${amount} ago`;
}

function formatElapsed(ms: number): string {
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h`;
  const days = Math.floor(ms / dayMs);
  return days === 1 ? "1 day" : `${days} days`;
}

// Each start of a server would load Node's formats, and most servers show no console.
const dates = once(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" }),
);
const shortDates = once(() => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }));

/** Returns a date such as "Nov 24, 2026". */
export function formatDate(ms: number): string {
  return dates().format(ms);
}

/** Returns a date without its year, such as "Nov 24". */
export function formatDay(ms: number): string {
  return shortDates().format(ms);
}

/** Returns the time of day, such as "14:00". */
export function formatClock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

const numbers = once(() => new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }));

/** Returns a whole number with separators. A number above zero is never shown as zero. */
export function formatNumber(value: number): string {
  return value > 0 && value < 1 ? "<1" : numbers().format(value);
}

/** Returns a share as a percentage, such as "1.2%"; a dash if the whole is zero. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  return `${percent === 0 || percent >= 10 ? percent.toFixed(0) : percent.toFixed(1)}%`;
}

/** Returns a duration such as "420 ms" or "1.2 s"; a dash if there is none. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
