/** What the server needs to know of the page: which languages there are, and the drawings that its own pages share. */
export { drawings, type IconName } from "./dom.ts";

/** Languages with a message file, English first: what nobody asked for is English. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];
