/** Delegated tokens: short-lived tokens for one tenant that a service client gives to an agent (contract §1.15). */
import { Type, type Static, type TOptional, type TSchema } from "typebox";
import { controlFree, idField, NextCursor, oneOf, textOrNull, timeField, timeOrNull, visibleRule } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { visibleKeyword } from "./keywords.ts";
import { actionEffects, delegatedTokenStatuses, tokenAudiences } from "./values.ts";

const closed = { additionalProperties: false };

/** The maximum lifetime of a token, in seconds. */
export const tokenSecondsMax = 24 * 60 * 60;
/** The default lifetime of a token, in seconds. */
export const tokenSecondsDefault = 60 * 60;

// Ids of a tenant's connections.
const connectionIds = Type.Array(idField(idPrefixes.connection, "A connection of the tenant."), {
  maxItems: 100,
  uniqueItems: true,
});
/** Up to a hundred patterns such as `github/issues.*`; an empty list allows nothing. */
export const actionPatterns = Type.Array(
  Type.String({
    maxLength: 200,
    pattern: String.raw`^(?:\*|[a-z0-9][a-z0-9_-]*)/(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$`,
  }),
  { maxItems: 100, uniqueItems: true },
);
const maxEffect = oneOf(
  actionEffects,
  "The strongest effect the token's actions may have, from `read` to `write` to `destructive`.",
);
// A limit on the number of executions.
const maxExecutions = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const audience = Type.Array(oneOf(tokenAudiences), {
  minItems: 1,
  maxItems: tokenAudiences.length,
  uniqueItems: true,
  description: "Where the token is accepted: the REST API (`api`), MCP endpoints (`mcp`), or both.",
});

/** Builds a schema for a short text that the caller supplies, for the records. */
export function note(description: string) {
  return Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: controlFree,
    [visibleKeyword]: true,
    description: `${description} ${visibleRule}`,
  });
}

function orNull<Schema extends object>(schema: Schema, description: string) {
  return { anyOf: [schema, Type.Null()], description };
}

const tokenFields = {
  id: idField(idPrefixes.delegatedToken, "ID of the token."),
  tenant_id: idField(idPrefixes.tenant, "The only tenant the token acts for."),
  parent_id: Type.Unsafe<string | null>(
    orNull(
      idField(idPrefixes.delegatedToken, "A token."),
      "The parent token that created it; null if a service key did.",
    ),
  ),
  connections: Type.Unsafe<string[] | null>(
    orNull(connectionIds, "The only connections the token can see and use; null if they aren't narrowed."),
  ),
  actions: Type.Unsafe<string[] | null>(
    orNull(actionPatterns, "Patterns of the only actions the token can see and execute; null if they aren't narrowed."),
  ),
  maxEffect,
  maxExecutions: Type.Union([maxExecutions, Type.Null()], {
    description:
      "The maximum number of executions the token may start, including those of tokens created from it; null for no limit.",
  }),
  usedExecutions: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "Executions started so far; null if there is no limit, because they aren't counted then.",
  }),
  requireApproval: Type.Boolean({
    description: "Whether a person has to approve every call that changes something.",
  }),
  audience,
  subject: textOrNull(200, "The person the token acts for, as named by your backend; or null."),
  agent: textOrNull(200, "The agent that holds the token, as named by your backend; or null."),
  label: textOrNull(200, "Your label, for listing and revoking tokens; or null."),
};

/** A delegated token, without its secret. */
export const DelegatedToken = Type.Object(
  {
    ...tokenFields,
    status: oneOf(delegatedTokenStatuses, "Whether the token can be used."),
    createdAt: timeField("When it was created."),
    expiresAt: timeField("When it expires."),
    revokedAt: timeOrNull("When it was revoked, or null."),
  },
  { title: "DelegatedToken", description: "A short-lived token for one tenant, without its secret.", ...closed },
);
/** A delegated token, without its secret. */
export type DelegatedToken = Static<typeof DelegatedToken>;

/** A delegated token with its secret, which is shown only once. */
export const CreatedDelegatedToken = Type.Object(
  {
    ...DelegatedToken.properties,
    token: Type.Optional(
      Type.String({
        maxLength: 256,
        description: "The token itself, `svc_dt_…`. Shown only once; a replay doesn't include it.",
        "x-sensitive": true,
      }),
    ),
  },
  { title: "CreatedDelegatedToken", description: "A new token with its secret.", ...closed },
);
/** A delegated token with its secret. */
export type CreatedDelegatedToken = Static<typeof CreatedDelegatedToken>;

/** One page of delegated tokens, newest first. */
export const DelegatedTokenList = Type.Object(
  { delegatedTokens: Type.Array(DelegatedToken, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "DelegatedTokenList", description: "One page of delegated tokens.", ...closed },
);
/** One page of delegated tokens, newest first. */
export type DelegatedTokenList = Static<typeof DelegatedTokenList>;

/** What a token may do. */
export const tokenRights = {
  connections: {
    ...connectionIds,
    description: "The only connections the token can see and use. If empty, none; if omitted, all of the parent's.",
  },
  actions: {
    ...actionPatterns,
    description:
      "Patterns of the only actions the token can see and execute, such as `github/issues.*`. If empty, none; if omitted, all of the parent's.",
  },
  maxEffect,
  maxExecutions: {
    ...maxExecutions,
    description:
      "The maximum number of executions the token may start. Reads count; repeats of an idempotency key don't.",
  },
  requireApproval: Type.Boolean({
    description:
      "Whether a person has to approve every call that changes something. Defaults to the parent's setting. If false, only the policy decides.",
  }),
};

/** Builds the fields of a request in which each right can be left out. */
export function optional<Rights extends Record<string, TSchema>>(
  rights: Rights,
): { [Name in keyof Rights]: TOptional<Rights[Name]> } {
  return Type.Partial(Type.Object(rights)).properties as { [Name in keyof Rights]: TOptional<Rights[Name]> };
}

/** Body of `createDelegatedToken`. */
export const CreateDelegatedToken = Type.Object(
  {
    tenant_id: idField(idPrefixes.tenant, "The tenant the token acts for."),
    ...optional(tokenRights),
    expiresIn: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: tokenSecondsMax,
        description: `The token's lifetime in seconds. Defaults to ${String(tokenSecondsDefault)}, or to the parent's remaining lifetime if that is shorter.`,
      }),
    ),
    audience: Type.Optional(audience),
    subject: Type.Optional(note("The person the token acts for, such as your own user ID.")),
    agent: Type.Optional(note("The agent that holds the token.")),
    label: Type.Optional(note("A label for listing and revoking tokens.")),
  },
  {
    title: "CreateDelegatedToken",
    description: "A new delegated token. Fields that you omit don't narrow it.",
    ...closed,
  },
);
/** Body of `createDelegatedToken`. */
export type CreateDelegatedToken = Static<typeof CreateDelegatedToken>;

/** Body of `revokeDelegatedTokens`. */
export const RevokeDelegatedTokens = Type.Object(
  {
    tenant_id: Type.Optional(idField(idPrefixes.tenant, "Only this tenant's tokens.")),
    label: Type.Optional(note("Only tokens with this label.")),
  },
  {
    title: "RevokeDelegatedTokens",
    description: "Which tokens to revoke: those of a tenant, those with a label, or those with both.",
    minProperties: 1,
    ...closed,
  },
);
/** Body of `revokeDelegatedTokens`. */
export type RevokeDelegatedTokens = Static<typeof RevokeDelegatedTokens>;

/** Response of `revokeDelegatedTokens`. */
export const RevokedDelegatedTokens = Type.Object(
  { revoked: Type.Integer({ minimum: 0, description: "How many active tokens were revoked." }) },
  { title: "RevokedDelegatedTokens", description: "The result of the revocation.", ...closed },
);
/** Response of `revokeDelegatedTokens`. */
export type RevokedDelegatedTokens = Static<typeof RevokedDelegatedTokens>;

const { id, tenant_id, connections, actions, requireApproval, subject, agent } = tokenFields;

/** The token of a call, as shown in the caller's own profile. */
export const OwnDelegatedToken = Type.Object(
  {
    id,
    tenant_id,
    connections,
    actions,
    maxEffect,
    requireApproval,
    audience,
    subject,
    agent,
    expiresAt: timeField("When it expires."),
  },
  {
    title: "OwnDelegatedToken",
    description: "The delegated token of this call, and what it is narrowed to.",
    ...closed,
  },
);

/** Which delegated token an execution was made with, and whom it acted for. */
export const ExecutionToken = Type.Object(
  { id, subject, agent },
  { title: "ExecutionToken", description: "The delegated token that started an execution.", ...closed },
);
