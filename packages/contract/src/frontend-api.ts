/**
 * The frontend API (contract §5.4): requests and responses for the hosted page, or for a frontend with its own form.
 */
import { Type, type Static } from "typebox";
import { CompletionCode, connectSessionFields, faultOrNull } from "./connect-session.ts";
import { Account } from "./connection.ts";
import { ActionId, AuthKind, idField, oneOf, Slug, timeOrNull } from "./fields.ts";
import { idPrefixes } from "./ids.ts";
import { actionEffects, connectSessionStatuses } from "./values.ts";

const closed = { additionalProperties: false };

/** An explanation of a credential, based on its first characters. */
export const CredentialHint = Type.Object(
  {
    prefix: Type.String({ minLength: 1, maxLength: 64, description: "The first characters of the credential." }),
    accepted: Type.Boolean({ description: "Whether this kind of credential is accepted." }),
    limited: Type.Optional(
      Type.Boolean({
        description: "Whether it can't do everything that was requested; `message` says what it can't do.",
      }),
    ),
    message: Type.String({
      maxLength: 400,
      description: "The kind of credential; why it's rejected, or what it can't do.",
    }),
  },
  { title: "CredentialHint", description: "An explanation of a credential, based on its first characters.", ...closed },
);
/** An explanation of a credential, based on its first characters. */
export type CredentialHint = Static<typeof CredentialHint>;

/** The smallest grant at the provider for the requested actions. */
export const GrantAdvice = Type.Object(
  {
    title: Type.String({ maxLength: 200, description: "The provider's own name for the grant." }),
    why: Type.String({ maxLength: 1000, description: "Why this grant, in a sentence or two." }),
    policy: Type.Optional(
      Type.String({ maxLength: 4000, description: "The grant in the provider's format, to copy and paste there." }),
    ),
  },
  { title: "GrantAdvice", description: "The smallest grant for the requested actions.", ...closed },
);
/** The smallest grant at the provider for the requested actions. */
export type GrantAdvice = Static<typeof GrantAdvice>;

/** One field of the credential form. A submission has every field except empty optional ones. */
export const CredentialField = Type.Object(
  {
    name: Type.String({ maxLength: 64, description: "The field's name in the submission, such as `access_token`." }),
    label: Type.String({ maxLength: 200, description: "The field's label." }),
    help: Type.String({ maxLength: 2000, description: "Which credential is needed." }),
    helpUrl: Type.String({ format: "uri", maxLength: 2048, description: "Where to create the credential." }),
    pattern: Type.String({ maxLength: 1000, description: "A regular expression for hints only; the server decides." }),
    sensitive: Type.Boolean({ description: "Whether the value is secret, so the form shows it only on request." }),
    required: Type.Boolean({ description: "Whether a value is required. Omit an optional field if it's empty." }),
    options: Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 100,
      description: "The allowed values, to choose from; empty if the user types the value.",
    }),
    hints: Type.Array(CredentialHint, {
      maxItems: 50,
      description:
        "Explanations by the credential's first characters, to show while the user types. The first match applies.",
    }),
  },
  { title: "CredentialField", description: "One field of the form.", ...closed },
);
/** One field of the credential form. */
export type CredentialField = Static<typeof CredentialField>;

/** One of several credentials of which the user enters one. */
export const CredentialWay = Type.Object(
  {
    label: Type.String({ maxLength: 200, description: "What the user chooses, such as `AppRole`." }),
    fields: Type.Array(Type.String({ maxLength: 64 }), {
      description: "The names of the fields that only this credential has.",
    }),
  },
  { title: "CredentialWay", description: "One of several credentials of which the user enters one.", ...closed },
);

/** The form that the end user fills in. */
export const CredentialForm = Type.Object(
  {
    slug: Slug,
    name: Type.String({ maxLength: 200, description: "The provider's name." }),
    docsUrl: Type.String({ format: "uri", maxLength: 2048, description: "The provider's own documentation." }),
    authKind: AuthKind,
    fields: Type.Array(CredentialField, {
      description: "The fields to show; empty if the provider has its own consent page.",
    }),
    noun: Type.String({
      maxLength: 100,
      description: "The provider's own word for the credential, such as `access key`; empty for a token.",
    }),
    ways: Type.Array(CredentialWay, {
      description: "The credentials of which the user enters one; empty if there is only one.",
    }),
    grant: Type.Union([GrantAdvice, Type.Null()], {
      description: "The smallest grant for the requested actions, or null.",
    }),
    language: Type.String({ maxLength: 35, description: "BCP 47 language tag of the form's texts." }),
  },
  { title: "CredentialForm", description: "The provider, and the form that the end user fills in.", ...closed },
);
/** The form that the end user fills in. */
export type CredentialForm = Static<typeof CredentialForm>;

/** A requested action, described for the person who grants it. */
export const RequestedAction = Type.Object(
  {
    id: ActionId,
    consent: Type.String({ maxLength: 400, description: "What the user agrees to, as a phrase." }),
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    added: Type.Boolean({
      description: "Whether a reconnect adds the action to the connection's actions; true for a new connection.",
    }),
    granted: Type.Optional(
      Type.Boolean({
        description: "Whether the connection may execute the action; present once the session is completed.",
      }),
    ),
  },
  { title: "RequestedAction", description: "A requested action in plain words.", ...closed },
);
/** A requested action, described for the person who grants it. */
export type RequestedAction = Static<typeof RequestedAction>;

/** A session as its frontend sees it, with everything that a reloaded page needs. */
export const FrontendSession = Type.Object(
  {
    ...connectSessionFields,
    tenantDisplayName: Type.String({ maxLength: 200, description: "The tenant's display name." }),
    actions: Type.Array(RequestedAction, { description: "The requested actions in plain words." }),
    form: CredentialForm,
    account: Type.Union([Account, Type.Null()], {
      description: "The account at the provider, once a credential has been verified.",
    }),
    credentialExpiresAt: timeOrNull("When the verified credential expires; null if it has no known expiry."),
    completionCode: Type.Optional(CompletionCode),
  },
  { title: "FrontendSession", description: "A Connect session as its frontend sees it.", ...closed },
);
/** A session as its frontend sees it. */
export type FrontendSession = Static<typeof FrontendSession>;

/** Body of `exchangeConnectToken`. */
export const ExchangeConnectToken = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The one-time Connect token.",
      "x-sensitive": true,
    }),
    proof: Type.Optional(
      Type.String({
        maxLength: 43,
        pattern: "^[A-Za-z0-9_-]{43}$",
        description:
          "256 random bits in base64url that the browser generates and stores before its first call. If the response is lost, the exchange can be repeated with the same proof for two minutes, unless a credential was rejected, and returns the same secret.",
        "x-sensitive": true,
      }),
    ),
  },
  { title: "ExchangeConnectToken", description: "The token to exchange.", ...closed },
);
/** Body of `exchangeConnectToken`. */
export type ExchangeConnectToken = Static<typeof ExchangeConnectToken>;

/** Response of `exchangeConnectToken`. */
export const ExchangedConnectToken = Type.Object(
  {
    session: FrontendSession,
    provider: CredentialForm,
    sessionSecret: Type.String({
      maxLength: 256,
      description: "Bearer secret for the other calls of this API, until the session ends. Shown only once.",
      "x-sensitive": true,
    }),
  },
  { title: "ExchangedConnectToken", description: "The opened session and its secret.", ...closed },
);
/** Response of `exchangeConnectToken`. */
export type ExchangedConnectToken = Static<typeof ExchangedConnectToken>;

/** Body of `submitCredential`: the fields of the form, validated against the provider's own schema. */
export const SubmitCredential = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  title: "SubmitCredential",
  description: "The fields of the form, such as `access_token`, validated against the provider's own schema.",
  maxProperties: 20,
  additionalProperties: true,
  "x-sensitive": true,
});
/** Body of `submitCredential`. */
export type SubmitCredential = Static<typeof SubmitCredential>;

/** The session is completed, and the connection is active. */
export const CredentialAccepted = Type.Object(
  {
    status: Type.Literal("completed", { description: "The connection is active." }),
    connection_id: idField(idPrefixes.connection, "The connection that was created or reconnected."),
  },
  { title: "CredentialAccepted", description: "The credential was verified; the connection is active.", ...closed },
);

/** The session awaits confirmation by the backend. */
export const CredentialAwaitsConfirmation = Type.Object(
  {
    status: Type.Literal("awaiting_confirmation", { description: "Your backend has to confirm the session." }),
    completionCode: CompletionCode,
  },
  {
    title: "CredentialAwaitsConfirmation",
    description: "The credential was verified; confirm with `:complete`.",
    ...closed,
  },
);

/** Response of `submitCredential`. */
export const SubmittedCredential = Type.Union([CredentialAccepted, CredentialAwaitsConfirmation], {
  title: "SubmittedCredential",
  description: "The result of the submission.",
});
/** Response of `submitCredential`. */
export type SubmittedCredential = Static<typeof SubmittedCredential>;

/** Response of `authorizeConnectSession`. */
export const ConnectAuthorization = Type.Object(
  {
    authorizationUrl: Type.String({
      format: "uri",
      maxLength: 2048,
      description:
        "A page of this server that shows what the user agrees to and continues to the provider. It opens once, in one browser, within ten minutes. Open it in its own window or tab, never in a frame.",
      "x-sensitive": true,
    }),
  },
  { title: "ConnectAuthorization", description: "Where the user continues to the provider.", ...closed },
);
/** Response of `authorizeConnectSession`. */
export type ConnectAuthorization = Static<typeof ConnectAuthorization>;

/** Body of `getConnectStatus`. */
export const AskConnectStatus = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The one-time Connect token, whether or not it has been exchanged.",
      "x-sensitive": true,
    }),
  },
  { title: "AskConnectStatus", description: "The token of the session.", ...closed },
);
/** Body of `getConnectStatus`. */
export type AskConnectStatus = Static<typeof AskConnectStatus>;

/** Response of `getConnectStatus`. */
export const ConnectStatus = Type.Object(
  {
    session: idField(idPrefixes.connectSession, "The session."),
    status: oneOf(connectSessionStatuses, "The state of the session."),
    connection_id: Type.Union([idField(idPrefixes.connection, "The connection."), Type.Null()], {
      description: "The connection that was created or reconnected; null until the session is completed.",
    }),
    error: faultOrNull("Why the session failed, or null."),
  },
  { title: "ConnectStatus", description: "The state of a Connect session.", ...closed },
);
/** Response of `getConnectStatus`. */
export type ConnectStatus = Static<typeof ConnectStatus>;
