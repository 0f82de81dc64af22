/** Times in the contract's format. */
import { dayMs } from "./units.ts";

/** `00` to `59`, and `000` to `999`. */
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));
const threeDigits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, "0"));

// A listing has three times per row, nearly all from the same day, and formatting the date is the slow part.
let knownDay = Number.NaN;
let knownDate = "";

/** Formats milliseconds since the epoch as RFC 3339 UTC with milliseconds. @throws RangeError for an invalid time. */
export function timestamp(ms: number): string {
  const day = Math.floor(ms / dayMs);
  if (day !== knownDay) {
    const date = new Date(ms).toISOString();
    knownDate = date.slice(0, date.indexOf("T") + 1);
    knownDay = day;
  }
  const ofDay = Math.floor(ms - day * dayMs);
  const seconds = Math.floor(ofDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  return `${knownDate}${clock}.${threeDigits[ofDay % 1000]}Z`;
}

/** The same; null stays null. */
export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms);
}
