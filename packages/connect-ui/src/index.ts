/** What the server needs to know about the page: its languages, and the drawings that the server's own pages share. */
export { drawings, type IconName } from "./dom.ts";

/** Languages with a message file. English comes first, as the fallback. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];
