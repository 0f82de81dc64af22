/** Connections: a tenant's links to accounts at providers. */
import { Type, type Static } from "typebox";
import { faultOrNull } from "./connect-session.ts";
import {
  ActionId,
  AuthKind,
  idField,
  NextCursor,
  oneOf,
  RequestedActions,
  RequestedEvents,
  Slug,
  timeField,
  timeOrNull,
} from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { connectionOrigins, connectionStatuses } from "./values.ts";

/** The account that a credential belongs to: all that is stored about it outside the vault. */
export const Account = Type.Object(
  {
    slug: Type.String({ maxLength: 255, description: "The account's short name at the provider." }),
    name: Type.String({ maxLength: 255, description: "The account's name at the provider." }),
  },
  { title: "Account", description: "The account at the provider.", additionalProperties: false },
);
/** The account that a credential belongs to. */
export type Account = Static<typeof Account>;

/** A tenant's link to an account at a provider. */
export const Connection = Type.Object(
  {
    id: idField(idPrefixes.connection, "ID of the connection."),
    tenant_id: idField(idPrefixes.tenant, "The tenant the connection belongs to."),
    provider: Slug,
    authKind: AuthKind,
    status: oneOf(connectionStatuses, "Whether the connection can be used; `disconnected` is final."),
    origin: oneOf(
      connectionOrigins,
      "How the connection was created: by its user in Connect, or by an import. A reconnect doesn't change this.",
    ),
    account: Account,
    grantedActions: Type.Array(ActionId, { description: "The actions the user agreed to." }),
    grantedEvents: {
      ...RequestedEvents,
      description: "The provider's events that the user agreed to. Each arrives as `provider.<slug>.<type>`.",
    },
    auth_config: Type.Object(
      {
        scopes: Type.Optional(
          Type.Array(Type.String({ maxLength: 256 }), {
            description: "The credential's scopes at the provider. Only OAuth connections have this field.",
          }),
        ),
      },
      { description: "Details of the credential; empty for a static one.", additionalProperties: false },
    ),
    provider_binding: Type.Union(
      [
        Type.Object(
          {
            origin: Type.String({
              maxLength: 31,
              description: "The name of the account's server in the operator's list.",
            }),
          },
          { description: "The server that hosts the account.", additionalProperties: false },
        ),
        Type.Null(),
      ],
      {
        description:
          "The server the connection is bound to, for a provider that customers host themselves; otherwise null.",
      },
    ),
    lastTestedAt: timeOrNull("When it was last tested, or null."),
    credentialExpiresAt: timeOrNull(
      "When the credential expires at the provider, if known. Null if it doesn't expire, if the provider doesn't say, and for OAuth.",
    ),
    createdAt: timeField("When it was created."),
    updatedAt: timeField("When it last changed."),
  },
  {
    title: "Connection",
    description: "A tenant's link to an account at a provider.",
    additionalProperties: false,
  },
);
/** A tenant's link to an account at a provider. */
export type Connection = Static<typeof Connection>;

/** One page of connections, newest first. */
export const ConnectionList = Type.Object(
  { connections: Type.Array(Connection, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "ConnectionList", description: "One page of connections.", additionalProperties: false },
);
/** One page of connections, newest first. */
export type ConnectionList = Static<typeof ConnectionList>;

/** The result of a connection test. A rejected credential is a result, not an error. */
export const TestedConnection = Type.Object(
  {
    ok: Type.Boolean({ description: "Whether the provider accepts the credential." }),
    checkedAt: timeField("When the credential was checked."),
    account: Type.Union([Account, Type.Null()], { description: "The account the provider returned, or null." }),
    error: faultOrNull("Why `ok` is false, or null."),
  },
  { title: "TestedConnection", description: "The result of the test.", additionalProperties: false },
);
/** The result of a connection test. */
export type TestedConnection = Static<typeof TestedConnection>;

/** Body of `importConnection`. */
export const ImportConnection = Type.Object(
  {
    provider: Slug,
    authKind: AuthKind,
    requestedActions: RequestedActions,
    credential: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description:
        "For `static_credential`, the fields of the provider's Connect form. For `oauth2_authorization_code`, `accessToken`, `scopes` and, if you have them, `refreshToken` and `expiresAt`.",
      "x-sensitive": true,
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        description: "Verify the credential with the provider without storing anything. False by default.",
      }),
    ),
  },
  { title: "ImportConnection", description: "A credential that you already have.", additionalProperties: false },
);
/** Body of `importConnection`. */
export type ImportConnection = Static<typeof ImportConnection>;

/** The result of an import. */
export const ImportedConnection = Type.Object(
  {
    dryRun: Type.Boolean({ description: "Whether this was a dry run, so nothing was stored." }),
    account: Account,
    grantedActions: Type.Array(ActionId, { description: "The requested actions that the credential's scopes allow." }),
    connection: Type.Union([Connection, Type.Null()], { description: "The new connection; null for a dry run." }),
  },
  { title: "ImportedConnection", description: "The result of the import.", additionalProperties: false },
);
/** The result of an import. */
export type ImportedConnection = Static<typeof ImportedConnection>;
