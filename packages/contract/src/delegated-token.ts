/** Delegated tokens: what a service client hands to an agent, for one tenant and a short time (contract §1.15). */
import { Type, type Static } from "typebox";
import { controlFree, idField, NextCursor, oneOf, textOrNull, timeField, timeOrNull, visibleRule } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { visibleKeyword } from "./keywords.ts";
import { actionEffects, delegatedTokenStatuses, tokenAudiences } from "./values.ts";

const closed = { additionalProperties: false };

/** The longest lifetime of a token, in seconds. */
export const tokenSecondsMax = 24 * 60 * 60;
/** The lifetime of a token that asks for none, in seconds. */
export const tokenSecondsDefault = 60 * 60;

/** Ids of connections of the tenant. */
export const connectionIds = Type.Array(idField(idPrefixes.connection, "A connection of the tenant."), {
  maxItems: 100,
  uniqueItems: true,
});
/** Patterns of actions. */
export const actionPatterns = Type.Array(
  Type.String({
    maxLength: 200,
    pattern: String.raw`^(?:\*|[a-z0-9][a-z0-9_-]*)/(?:\*|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*(?:\.\*)?)$`,
  }),
  { maxItems: 100, uniqueItems: true },
);
const maxEffect = oneOf(
  actionEffects,
  "The strongest effect that its actions may have: `read`, then `write`, then `destructive`.",
);
/** A number of executions. */
export const maxExecutions = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const audience = Type.Array(oneOf(tokenAudiences), {
  minItems: 1,
  maxItems: tokenAudiences.length,
  uniqueItems: true,
  description: "Where it is accepted: at the REST API (`api`), at MCP endpoints (`mcp`), or at both.",
});

/** A text that the caller gives a token, for the records. */
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
  id: idField(idPrefixes.delegatedToken, "The token."),
  tenant_id: idField(idPrefixes.tenant, "The only tenant that it acts for."),
  parent_id: Type.Unsafe<string | null>(
    orNull(idField(idPrefixes.delegatedToken, "A token."), "The token that it was made with; null for a service key."),
  ),
  connections: Type.Unsafe<string[] | null>(
    orNull(connectionIds, "The only connections that it sees and uses; null if they aren't narrowed."),
  ),
  actions: Type.Unsafe<string[] | null>(
    orNull(actionPatterns, "Patterns of the only actions that it sees and executes; null if they aren't narrowed."),
  ),
  maxEffect,
  maxExecutions: Type.Union([maxExecutions, Type.Null()], {
    description: "How many executions it may start, those of tokens made from it included; null for no limit.",
  }),
  usedExecutions: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "How many of them it has started; null without a limit, because they aren't counted then.",
  }),
  requireApproval: Type.Boolean({
    description: "Whether a person has to approve every call that changes something.",
  }),
  audience,
  subject: textOrNull(200, "The person that it acts for, as your backend names them; or null."),
  agent: textOrNull(200, "The agent that holds it, as your backend names it; or null."),
  label: textOrNull(200, "Your label, by which tokens can be listed and revoked; or null."),
};

/** A delegated token, without its secret. */
export const DelegatedToken = Type.Object(
  {
    ...tokenFields,
    status: oneOf(delegatedTokenStatuses, "Whether it can be used."),
    createdAt: timeField("When it was created."),
    expiresAt: timeField("When it expires."),
    revokedAt: timeOrNull("When it was revoked, or null."),
  },
  { title: "DelegatedToken", description: "A token for one tenant and a short time, without its secret.", ...closed },
);
/** A delegated token, without its secret. */
export type DelegatedToken = Static<typeof DelegatedToken>;

/** A delegated token with its secret, which is shown only once. */
export const CreatedDelegatedToken = Type.Object(
  {
    ...DelegatedToken.properties,
    token: Type.String({
      maxLength: 256,
      description: "The token itself, `svc_dt_…`. Shown only once.",
      "x-sensitive": true,
    }),
  },
  { title: "CreatedDelegatedToken", description: "A new token with its secret.", ...closed },
);
/** A delegated token with its secret. */
export type CreatedDelegatedToken = Static<typeof CreatedDelegatedToken>;

/** One page of delegated tokens, newest first. */
export const DelegatedTokenList = Type.Object(
  { delegatedTokens: Type.Array(DelegatedToken, { description: "Newest first." }), next_cursor: NextCursor },
  { title: "DelegatedTokenList", description: "One page of delegated tokens.", ...closed },
);
/** One page of delegated tokens, newest first. */
export type DelegatedTokenList = Static<typeof DelegatedTokenList>;

/** Body of `createDelegatedToken`. */
export const CreateDelegatedToken = Type.Object(
  {
    tenant_id: idField(idPrefixes.tenant, "The tenant that it acts for."),
    connections: Type.Optional({
      ...connectionIds,
      description: "The only connections that it sees and uses. If empty, none; if left out, all that the parent has.",
    }),
    actions: Type.Optional({
      ...actionPatterns,
      description:
        "Patterns of the only actions that it sees and executes, such as `github/issues.*`. If empty, none; if left out, all that the parent has.",
    }),
    maxEffect: Type.Optional(maxEffect),
    maxExecutions: Type.Optional({
      ...maxExecutions,
      description: "How many executions it may start. Reads count; repeats of an idempotency key don't.",
    }),
    requireApproval: Type.Optional(
      Type.Boolean({
        description:
          "Whether a person has to approve every call that changes something; by default as its parent, or as the policy says.",
      }),
    ),
    expiresIn: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: tokenSecondsMax,
        description: `Its lifetime in seconds. By default ${String(tokenSecondsDefault)}, or what its parent has left.`,
      }),
    ),
    audience: Type.Optional(audience),
    subject: Type.Optional(note("The person that it acts for, such as your own user ID.")),
    agent: Type.Optional(note("The agent that holds it.")),
    label: Type.Optional(note("A label, by which tokens can be listed and revoked.")),
  },
  {
    title: "CreateDelegatedToken",
    description: "A new delegated token. What you leave out isn't narrowed.",
    ...closed,
  },
);
/** Body of `createDelegatedToken`. */
export type CreateDelegatedToken = Static<typeof CreateDelegatedToken>;

/** Body of `revokeDelegatedTokens`. */
export const RevokeDelegatedTokens = Type.Object(
  {
    tenant_id: Type.Optional(idField(idPrefixes.tenant, "Only tokens of this tenant.")),
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

/** Answer of `revokeDelegatedTokens`. */
export const RevokedDelegatedTokens = Type.Object(
  { revoked: Type.Integer({ minimum: 0, description: "How many active tokens were revoked." }) },
  { title: "RevokedDelegatedTokens", description: "What was revoked.", ...closed },
);
/** Answer of `revokeDelegatedTokens`. */
export type RevokedDelegatedTokens = Static<typeof RevokedDelegatedTokens>;

const { id, tenant_id, connections, actions, requireApproval, subject, agent } = tokenFields;

/** The token of a call, as the caller's own profile shows it. */
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
    description: "The delegated token of the call, and what it is narrowed to.",
    ...closed,
  },
);

/** The token of an execution. */
export const ExecutionToken = Type.Object(
  { id, subject, agent },
  { title: "ExecutionToken", description: "The delegated token with which an execution was started.", ...closed },
);
