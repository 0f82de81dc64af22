/** The definition of a file on the documentation site, whatever its source. */

/** A file of the site: its media type and headers, and its text, which is created on request. */
export type SiteFile = {
  type: string;
  headers: Readonly<Record<string, string>>;
  body: () => string | Buffer;
};
