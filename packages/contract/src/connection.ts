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
    id: idField(idPrefixes.connection, "The connection."),
    tenant_id: idField(idPrefixes.tenant, "The tenant that it belongs to."),
    provider: Slug,
    authKind: AuthKind,
    status: oneOf(connectionStatuses, "Whether it can be used; `disconnected` is final."),
    origin: oneOf(
      connectionOrigins,
      "How it was created: by its user in Connect, or by an import. A reconnect doesn't change it.",
    ),
    account: Account,
    grantedActions: Type.Array(ActionId, { description: "The actions that the user agreed to." }),
    auth_config: Type.Object(
      {
        scopes: Type.Optional(
          Type.Array(Type.String({ maxLength: 256 }), {
            description: "The provider's scopes that the credential has. Only OAuth connections have this field.",
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
              description: "The name of its server, as the operator lists it.",
            }),
          },
          { description: "Where the connection's account is.", additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: "What the connection is bound to at a provider that customers host themselves; otherwise null." },
    ),
    lastTestedAt: timeOrNull("When it was last tested, or null."),
    credentialExpiresAt: timeOrNull(
      "When its provider ends the credential, as far as is known; null if it doesn't or doesn't tell, and for OAuth.",
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
  { connections: Type.Array(Connection, { description: "Newest first." }), next_cursor: NextCursor },
  { title: "ConnectionList", description: "One page of connections.", additionalProperties: false },
);
/** One page of connections, newest first. */
export type ConnectionList = Static<typeof ConnectionList>;

/** The result of a connection test. A rejected credential is a result, not an error. */
export const ConnectionTest = Type.Object(
  {
    ok: Type.Boolean({ description: "Whether the provider accepts the credential." }),
    checkedAt: timeField("When the provider was asked."),
    account: Type.Union([Account, Type.Null()], { description: "The account that the provider returned, or null." }),
    error: faultOrNull("Why not, or null."),
  },
  { title: "ConnectionTest", description: "The result of the test.", additionalProperties: false },
);
/** The result of a connection test. */
export type ConnectionTest = Static<typeof ConnectionTest>;

/** Body of `importConnection`. */
export const ImportConnection = Type.Object(
  {
    provider: Slug,
    authKind: AuthKind,
    requestedActions: RequestedActions,
    credential: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      description:
        "For `static_credential`, the fields of the provider's Connect form. For `oauth2_authorization_code`, `accessToken`, `scopes` and, if there are, `refreshToken` and `expiresAt`.",
      "x-sensitive": true,
    }),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: "Verify the credential at the provider, and store nothing." }),
    ),
  },
  { title: "ImportConnection", description: "A credential that you already have.", additionalProperties: false },
);
/** Body of `importConnection`. */
export type ImportConnection = Static<typeof ImportConnection>;

/** The result of an import. */
export const ImportedConnection = Type.Object(
  {
    dryRun: Type.Boolean({ description: "Whether nothing was stored." }),
    account: Account,
    grantedActions: Type.Array(ActionId, { description: "The requested actions that the credential's scopes allow." }),
    connection: Type.Union([Connection, Type.Null()], { description: "The new connection; null for a dry run." }),
  },
  { title: "ImportedConnection", description: "The result of the import.", additionalProperties: false },
);
/** The result of an import. */
export type ImportedConnection = Static<typeof ImportedConnection>;
