/** A time that is right without a script: in UTC, and says so. The page's script writes it in the reader's time zone. */
import { timestamp } from "../../domain/clock/timestamp.ts";
import { markup, type Html } from "../html/markup.ts";

/** @param at in milliseconds since the epoch. @param language BCP 47. */
export function timeHtml(at: number, language: string): Html {
  const format = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  });
  const exact = timestamp(at);
  return markup`<time datetime="${exact}" title="${exact}">${format.format(at)}</time>`;
}
