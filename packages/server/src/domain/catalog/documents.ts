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

// Policies are created by operators. Each has a document for each requested provider and action.
const policiesMax = 256;

/** Creates an empty cache, which drops the least recently used policy first. */
export function createPolicyDocuments(digest: Digest): PolicyDocuments {
  const policies = new Map<string, Map<string, CatalogDocument>>();
  return {
    get(allowedActions, name, make) {
      const policy = JSON.stringify(allowedActions);
      const documents = policies.get(policy) ?? new Map<string, CatalogDocument>();
      policies.delete(policy);
      policies.set(policy, documents);
      const oldest = policies.keys().next().value;
      if (policies.size > policiesMax && oldest !== undefined) policies.delete(oldest);
      const known = documents.get(name) ?? createDocument(digest, make());
      documents.set(name, known);
      return known;
    },
  };
}
