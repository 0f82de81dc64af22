/** Validates a connection's facts, and inserts them into its path. */
import type { OAuthAuth } from "./oauth.ts";
import type { Provider } from "./provider.ts";
import type { ProviderRequest } from "./request.ts";

const factCharsMax = 200;
/**
 * A fact that is allowed in a path. Facts are sent unescaped, so no other character may change where a request goes.
 */
const pathFact = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Returns the declared facts among the values, and drops other values.
 * @param values texts, whole numbers or booleans, by the facts' names.
 * @param found which facts to read: those in the token response, or those that `discover` finds.
 * @returns null if a required fact is missing, or a value doesn't match its pattern.
 */
export function readConnectionFacts(
  { connectionFacts = {} }: Pick<OAuthAuth, "connectionFacts">,
  values: Readonly<Record<string, unknown>>,
  found: "member" | "discover",
): Record<string, string> | null {
  const facts: Record<string, string> = {};
  for (const [name, { member, pattern, optional = false }] of Object.entries(connectionFacts)) {
    if ((member === undefined) !== (found === "discover")) continue;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null) {
      if (optional) continue;
      return null;
    }
    const text = isPlain(value) ? String(value) : value;
    if (typeof text !== "string" || text.length > factCharsMax || !new RegExp(`^(?:${pattern})$`, "u").test(text))
      return null;
    facts[name] = text;
  }
  return facts;
}

function isPlain(value: unknown): value is number | boolean {
  return typeof value === "boolean" || Number.isSafeInteger(value);
}

/** Returns a request with the connection's prefix in its path. Requests to further origins have no prefix. */
export function placeRequest(prefix: readonly string[], request: ProviderRequest): ProviderRequest {
  if (prefix.length === 0 || request.origin !== undefined) return request;
  return { ...request, path: [...prefix, ...request.path] };
}

/**
 * Returns the path segments before each request of a connection.
 * @throws RangeError with a constant message if the connection lacks a fact, or its value can't be part of a path.
 */
export function connectionPrefix(
  { connectionPath = [] }: Pick<Provider, "connectionPath">,
  facts: Readonly<Record<string, string>>,
): string[] {
  return connectionPath.map((segment) => {
    if (typeof segment === "string") return segment;
    const value = Object.hasOwn(facts, segment.fact) ? facts[segment.fact] : undefined;
    if (value === undefined || !pathFact.test(value)) {
      throw new RangeError("The connection has no usable value for its path.");
    }
    return value;
  });
}
