/** Fields that several resources and requests share. */
import { Type } from "typebox";
import { idLengthMax, idPattern, type IdPrefix } from "./ids.ts";
import { visibleKeyword } from "./keywords.ts";
import { authKinds } from "./values.ts";

/**
 * Builds a schema for one of several texts, published as `enum`. It also has a `type`, so that validators can check the
 * items of a list by lookup instead of pairwise.
 * @param description what the choice means; omitted for the items of a list, which has its own description.
 */
export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  const described = description === undefined ? {} : { description };
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...described });
}

/** Builds a schema for an id with this prefix. */
export function idField(prefix: IdPrefix, description: string) {
  return Type.String({ pattern: idPattern(prefix), maxLength: idLengthMax, description });
}

/** Builds a schema for a time in RFC 3339 UTC with milliseconds. */
export function timeField(description: string) {
  return Type.String({ format: "date-time", maxLength: 32, description });
}

/** Builds a schema for a time or null. */
export function timeOrNull(description: string) {
  return Type.Union([Type.String({ format: "date-time", maxLength: 32 }), Type.Null()], { description });
}

/** Builds a schema for a text or null. */
export function textOrNull(maxLength: number, description: string) {
  return Type.Union([Type.String({ maxLength }), Type.Null()], { description });
}

/** Matches one line of text without control characters. */
export const controlFree = "^[^\\x00-\\x1f\\x7f-\\x9f]*$";
/** The rule for texts without control or invisible characters, as stated in their descriptions. */
export const visibleRule =
  "No control characters, no characters that are invisible or change the direction of text, and not only spaces. The joiners " +
  "U+200C and U+200D and variation selectors are allowed.";

/** A provider's name in URLs. */
export const slugPattern = "^[a-z][a-z0-9-]{0,62}$";
/** An action's dotted id within its provider. */
export const actionIdPattern = "^[a-z][a-zA-Z0-9]*(\\.[a-zA-Z][a-zA-Z0-9]*)+$";

/** A provider's own name for a kind of event, such as `pull_request`. */
export const eventTypePattern = "^[a-z][a-z_]*(\\.[a-z][a-z_]*)*$";

/** The provider events that a user is asked to agree to. */
export const RequestedEvents = Type.Array(Type.String({ pattern: eventTypePattern, maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
  description: "The provider's events that the user is asked to agree to, by the provider's own names.",
});

/** How a user supplies a connection's credential. */
export const AuthKind = oneOf(authKinds, "How the user supplies the credential.");
/** How a user supplies a connection's credential. */
export type AuthKind = (typeof authKinds)[number];

/** A provider's slug. */
export const Slug = Type.String({ pattern: slugPattern, maxLength: 63, description: "The provider's name in URLs." });

/** An action's id. */
export const ActionId = Type.String({
  pattern: actionIdPattern,
  maxLength: 100,
  description: "The action's id within its provider.",
});

/** The service client's own ID for a tenant. */
export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: controlFree,
  [visibleKeyword]: true,
  description: `Your own ID for the tenant, unique within the service client. ${visibleRule}`,
});

/** A tenant's label. */
export const tenantLabelPattern = "^[a-z0-9][a-z0-9._-]{0,62}$";

/** A tenant's label. */
export const TenantLabel = Type.String({
  pattern: tenantLabelPattern,
  maxLength: 63,
  description: "A tenant label, such as a region.",
});

/** Builds a schema for a tenant's label or null. */
export function tenantLabelOrNull(description: string) {
  return Type.Union([Type.String({ pattern: tenantLabelPattern, maxLength: 63 }), Type.Null()], { description });
}

/** A tenant's display name. */
export const DisplayName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: controlFree,
  [visibleKeyword]: true,
  description: `The tenant's name, as shown to end users in Connect. ${visibleRule}`,
});

/** The actions that a user is asked to grant. */
export const RequestedActions = Type.Array(ActionId, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: "The actions the user is asked to grant. The connection can execute only these.",
});

/** A web origin. */
export const Origin = Type.String({
  minLength: 1,
  maxLength: 512,
  description: "A web origin: the scheme, the host, and the port if it isn't the default.",
});

/** The URL that the user's browser returns to. */
export const ReturnUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "Where the user's browser returns after the session.",
});

/** Builds a schema for any JSON object. */
export function jsonObject(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true, description });
}

/** The cursor in a list's response. */
export const NextCursor = textOrNull(1024, "Send this as `cursor` to get the next page; null on the last page.");
