/** Answers of the catalog as JSON that is made once: for everybody, or once for each policy that service clients have. */

/** A document: JSON made once, with a strong ETag (RFC 9110 §8.8.3), quotes included. */
export type CatalogDocument = { json: string; etag: string };

/** A digest of a text, in characters that an ETag may have. */
export type Digest = (text: string) => string;

/** Makes a document of a value. */
export function documentOf(digest: Digest, value: unknown): CatalogDocument {
  const json = JSON.stringify(value);
  return { json, etag: `"${digest(json)}"` };
}

/** Documents that depend on a policy and on nothing else that changes while the server runs. */
export type PolicyDocuments = {
  /**
   * A policy's document. It is kept by what the policy allows, so a client whose policy has changed gets another one.
   * @param name which of the policy's documents it is. @param make gives its value; what it throws is not kept.
   */
  get(allowedActions: readonly string[], name: string, make: () => unknown): CatalogDocument;
};

// Policies are made by operators; each holds a document for each provider and action that was asked for.
const policiesMax = 256;

/** Makes an empty cache; the policy that was unused for longest goes first. */
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
      const known = documents.get(name) ?? documentOf(digest, make());
      documents.set(name, known);
      return known;
    },
  };
}
