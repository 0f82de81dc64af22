/** What every file of the documentation's site is, wherever it comes from. */

/** A file of the site: its media type and headers, and its text, which is made when it is asked for. */
export type SiteFile = {
  type: string;
  headers: Readonly<Record<string, string>>;
  body: () => string | Buffer;
  /** Compressed forms that are there already. */
  encoded?: () => { br: Buffer };
};
