/** The width of texts on a terminal, in columns. */
import { printable } from "./surface.ts";

/** Replaces line breaks by spaces, and characters that steer a terminal. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*[\r\n]+\s*/g, " "));
}

/** The number of a terminal's columns that a text takes: East Asian and emoji characters take two, marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += /\p{Emoji_Presentation}/u.test(segment) || wide.test(segment) ? 2 : 1;
  return width;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Cuts a text to a width, with `…` for what is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let taken = 0;
  for (const { segment } of segmenter.segment(text)) {
    taken += widthOf(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Adds spaces up to a width. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
