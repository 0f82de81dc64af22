/** The catalog's responses as JSON, created once: for all callers, or per policy. */

/** JSON that is created once, with a strong ETag (RFC 9110 §8.8.3), including its quotes. */
export type CatalogDocument = { json: string; etag: string };

/** Returns a digest of a text, in characters that an ETag may contain. */
export type Digest = (text: string) => string;

/** Creates a document from a value. */
export function createDocument(digest: Digest, value: unknown): CatalogDocument {
  const json = JSON.stringify(value);
  return { json, etag: `"${digest(json)}"` };
}

/** Documents that depend only on a policy while the server runs. */
export type PolicyDocuments = {
  /**
   * Returns a policy's document. It is cached by the policy's patterns, so a changed policy gets a new document.
   * @param name the document's name within the policy. @param make returns its value; if it throws, nothing is cached.
   */
  get(allowedActions: readonly string[], name: string, make: () => unknown): CatalogDocument;
};

/** All providers' documents take more than a megabyte for each policy. */
const keptBytesMax = 32 * 1024 * 1024;

/** Creates an empty cache, which drops the documents first that were not used for longest. */
export function createPolicyDocuments(digest: Digest, bytesMax = keptBytesMax): PolicyDocuments {
  const kept = new Map<string, CatalogDocument>();
  let bytes = 0;
  const drop = (key: string, { json }: CatalogDocument): void => {
    if (kept.delete(key)) bytes -= bytesOf(key, json);
  };
  return {
    get(allowedActions, name, make) {
      const key = JSON.stringify([allowedActions, name]);
      const document = kept.get(key) ?? createDocument(digest, make());
      drop(key, document);
      kept.set(key, document);
      bytes += bytesOf(key, document.json);
      for (const [oldest, one] of kept) {
        if (bytes <= bytesMax) break;
        drop(oldest, one);
      }
      return document;
    },
  };
}

/** At most: V8 stores a character in one or two bytes. */
function bytesOf(key: string, json: string): number {
  return 2 * (key.length + json.length);
}
