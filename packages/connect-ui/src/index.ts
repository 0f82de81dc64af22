/** The page's facts for the server: its languages, and the drawings shared with the server's own pages. */
export { drawings, type IconName } from "./dom.ts";

/** Languages with a message file. English comes first, as the fallback. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];
