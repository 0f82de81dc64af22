/** Presents providers and actions in the contract's form, and the catalog as JSON, created once for all or per policy. */
import type {
  Action as ActionView,
  Provider as ProviderView,
  ProviderEventType as ProviderEventTypeView,
} from "@svc/contract";
import type { Action, Provider } from "@svc/provider-kit";
import { describeField } from "../auth-kinds/submission.ts";
import { formOf } from "../auth-kinds/table.ts";

/** Presents a provider without its actions. */
export function presentProvider(provider: Provider): ProviderView {
  return {
    slug: provider.slug,
    name: provider.name,
    description: provider.description,
    authKinds: provider.auth.map(({ kind }) => kind),
    credentialFields: presentFields(provider),
    docsUrl: provider.docsUrl,
    logo: provider.logo ?? null,
  };
}

/** Presents the fields that a user must fill in, in English. The options of a field depend on the deployment. */
function presentFields(provider: Provider): ProviderView["credentialFields"] {
  const form = formOf(provider);
  return (form?.fields ?? []).map(({ name, label, help }) => {
    const { sensitive, required } = describeField(form?.submission ?? {}, name);
    return { name, label, help, sensitive, required };
  });
}

/** Presents an action with its schemas as plain JSON Schema, including our own keywords. */
export function presentAction(slug: string, action: Action): ActionView {
  return {
    id: action.id,
    provider: slug,
    title: action.title,
    description: action.description,
    effect: action.effect,
    idempotency: action.idempotency,
    requiredScopes: [...action.requiredScopes],
    mcp: action.mcp,
    sensitiveOutput: action.sensitiveOutput,
    evidence: presentEvidence(action),
    inputSchema: plainSchema(action.input),
    outputSchema: plainSchema(action.output),
  };
}

/** Presents the kinds of events that svc takes from a provider. */
export function presentEventTypes({ events }: Provider): ProviderEventTypeView[] {
  return (events?.types ?? []).map(({ type, title, description, requiredScopes, data }) => {
    return { type, title, description, requiredScopes: [...requiredScopes], dataSchema: plainSchema(data) };
  });
}

function presentEvidence({ evidence }: Action): ActionView["evidence"] {
  if (evidence === null) return { strength: "none", needs: [], quietSeconds: null };
  const { strength, needs, quietSeconds } = evidence;
  return { strength, needs: [...needs], quietSeconds };
}

/** Removes the symbols and hidden properties that TypeBox adds to a schema. */
function plainSchema(schema: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
}

/** JSON that is created once, with a strong ETag (RFC 9110 §8.8.3), including its quotes. */
export type CatalogDocument = { json: string; etag: string };

/** Returns a digest of a text, in characters that an ETag may contain. */
export type Digest = (text: string) => string;

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
