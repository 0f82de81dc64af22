/** What results are printed on: a terminal, with its width and colors, or a pipe. */
import { steeringCharacters } from "../names.ts";

export { steeringCharacters };

/** Facts about the output that change how a result looks. */
export type Surface = {
  /** The terminal's columns; null if it isn't one, and then nothing is cut. */
  readonly width: number | null;
  readonly color: boolean;
  /** Now, in milliseconds, for times such as "3 minutes ago"; null to print times as they are. */
  readonly nowMs: number | null;
};

/** A file, a pipe or a program. */
export const plainSurface: Surface = { width: null, color: false, nowMs: null };

/** Which colors a stream takes, from its own facts and two variables (no-color.org, force-color.org). */
export function takesColor(stream: {
  isTerminal: boolean;
  /** `TERM` of the environment; null without one. */
  term: string | null;
  /** `NO_COLOR` and `FORCE_COLOR`; null if unset or empty. */
  noColor: string | null;
  forceColor: string | null;
}): boolean {
  const { isTerminal, term, noColor, forceColor } = stream;
  if (noColor !== null) return false;
  if (forceColor !== null) return forceColor !== "0" && forceColor !== "false";
  return isTerminal && term !== "dumb";
}

/** Replaces characters that could move a terminal's cursor, hide text or change its direction. */
export function printable(text: string): string {
  return text.replaceAll(steeringCharacters, "\u{fffd}");
}
