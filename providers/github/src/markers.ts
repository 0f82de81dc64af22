/**
 * The marker at the end of a text that svc writes: an HTML comment, which GitHub stores and doesn't display. A look for
 * a lost response finds the text by it. Pure.
 */
import type { Marker } from "@svc/provider-kit";
import { orNull, text } from "@svc/provider-kit/shape";

/** GitHub's limit for a text. It counts characters; there are at least as many UTF-16 code units. */
const textLengthMax = 65_536;

const opening = "<!-- svc:";
const markerAtEnd = /^<!-- svc:[0-9a-f]{32} -->\s*$/;

/** @returns the text with the marker at its end; null if there is no room for it. */
export function withMarker(written: string, { comment }: Marker): string | null {
  // The blank line ends the previous paragraph.
  const marked = written === "" ? comment : `${written}\n\n${comment}`;
  return marked.length <= textLengthMax ? marked : null;
}

/** @returns the original text, without a marker at its end; null if nothing else remains. */
export function withoutMarker(stored: string): string | null {
  const at = stored.lastIndexOf(opening);
  if (at < 0 || !markerAtEnd.test(stored.slice(at))) return stored;
  const written = stored.slice(0, at).replace(/\r?\n\r?\n$/, "");
  return written === "" ? null : written;
}

/** A text from GitHub, shown without a marker; null if GitHub may omit it. */
export function markedText(from: string, description: string) {
  const field = orNull(text(from, description));
  const read = (value: unknown) => {
    const stored = field.read(value);
    return stored === null ? null : withoutMarker(stored);
  };
  return { ...field, read };
}
