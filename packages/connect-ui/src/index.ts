/** What the server needs to know of the page: which languages there are, and what the page's script reads. */

/** Languages with a message file, English first: what nobody asked for is English. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];
