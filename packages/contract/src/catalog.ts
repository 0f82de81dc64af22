/** Providers and actions, in the public catalog and for one tenant. */
import { Type, type Static } from "typebox";
import { ActionId, AuthKind, jsonObject, oneOf, Slug, textOrNull } from "./fields.ts";
import { actionEffects, actionIdempotencies, evidenceStrengths } from "./values.ts";

/** How svc settles an unknown outcome of an action. */
export const ActionEvidence = Type.Object(
  {
    strength: oneOf(
      evidenceStrengths,
      "How much the provider can prove; `none` if only a person can resolve the outcome.",
    ),
    needs: Type.Array(ActionId, {
      description: "The read actions svc uses to look. A connection without all of them gets no looks.",
    }),
    quietSeconds: Type.Union([Type.Integer({ minimum: 0, description: "Seconds." }), Type.Null()], {
      description:
        "How many seconds after sending a missing effect starts to count as evidence; null if the action has no evidence.",
    }),
  },
  {
    title: "ActionEvidence",
    description: "How svc settles an unknown outcome of an action.",
    additionalProperties: false,
  },
);
/** How svc settles an unknown outcome of an action. */
export type ActionEvidence = Static<typeof ActionEvidence>;

/** A typed operation that a connection can execute at its provider. */
export const Action = Type.Object(
  {
    id: ActionId,
    provider: Slug,
    title: Type.String({ maxLength: 200, description: "Short name." }),
    description: Type.String({ maxLength: 4000, description: "What the action does, for developers and agents." }),
    effect: oneOf(actionEffects, "What the action does to the provider's state."),
    idempotency: oneOf(actionIdempotencies, "What happens if the action is sent twice."),
    requiredScopes: Type.Array(Type.String({ maxLength: 200 }), {
      description: "Provider scopes the grant must include.",
    }),
    mcp: Type.Boolean({ description: "Whether agents may call the action over MCP." }),
    sensitiveOutput: Type.Boolean({
      description: "Whether the output contains fields that must not be stored. If so, records contain only a summary.",
    }),
    evidence: ActionEvidence,
    inputSchema: jsonObject(
      "JSON Schema (2020-12) of the input. `x-sensitive` marks secrets, and `x-content` what a person writes; `x-maxBytes` limits a string's bytes.",
    ),
    outputSchema: jsonObject("JSON Schema (2020-12) of the output."),
  },
  { title: "Action", description: "A typed operation that a connection can execute.", additionalProperties: false },
);
/** A typed operation that a connection can execute at its provider. */
export type Action = Static<typeof Action>;

/** A field of the credential that a user provides, as listed in the public catalog. */
export const ProviderCredentialField = Type.Object(
  {
    name: Type.String({ maxLength: 64, description: "The field's name in the submission, such as `access_token`." }),
    label: Type.String({ maxLength: 200, description: "The field's label on the Connect page." }),
    help: Type.String({ maxLength: 2000, description: "Which credential is needed." }),
    sensitive: Type.Boolean({ description: "Whether the value is secret." }),
    required: Type.Boolean({ description: "Whether a value is required." }),
  },
  {
    title: "ProviderCredentialField",
    description: "A field of the credential that a user provides.",
    additionalProperties: false,
  },
);
/** A field of the credential that a user provides. */
export type ProviderCredentialField = Static<typeof ProviderCredentialField>;

const about = {
  slug: Slug,
  name: Type.String({ maxLength: 200, description: "The provider's name." }),
  description: Type.String({ maxLength: 4000, description: "What the provider is for." }),
  authKinds: Type.Array(AuthKind, { description: "How users can connect." }),
  credentialFields: Type.Array(ProviderCredentialField, {
    description: "The fields of a `static_credential`; empty if the provider has its own consent page.",
  }),
  docsUrl: Type.String({ format: "uri", maxLength: 2048, description: "The provider's own documentation." }),
  logo: textOrNull(
    4096,
    'The provider\'s logo in one color, as the `d` of an SVG path on a grid of 24 by 24: `<svg viewBox="0 0 24 24"><path d="…"/></svg>`. Null if there is none.',
  ),
};
const effective = {
  available: Type.Boolean({
    description: "Always true: the provider is set up in this deployment and allowed for the service client.",
  }),
};
const closed = { additionalProperties: false };

/** A kind of event at a provider, which a Connect session can ask for. */
export const ProviderEventType = Type.Object(
  {
    type: Type.String({ maxLength: 64, description: "The name in `requestedEvents`." }),
    title: Type.String({ maxLength: 200, description: "Short name." }),
    description: Type.String({ maxLength: 4000, description: "What happened, for developers." }),
    requiredScopes: Type.Array(Type.String({ maxLength: 200 }), {
      description: "Provider scopes the grant must include.",
    }),
    dataSchema: jsonObject("JSON Schema (2020-12) of the fields that the event adds to `data`."),
  },
  {
    title: "ProviderEventType",
    description: "A kind of event at a provider. In the log, its type is `provider.<slug>.<type>`.",
    ...closed,
  },
);
/** A kind of event at a provider, which a Connect session can ask for. */
export type ProviderEventType = Static<typeof ProviderEventType>;

const inDetail = {
  actions: Type.Array(Action, { description: "Every action." }),
  events: Type.Array(ProviderEventType, {
    description: "The kinds of events that svc takes from the provider; empty if it takes none.",
  }),
};

/** A provider in the public catalog. */
export const Provider = Type.Object(about, { title: "Provider", description: "A provider.", ...closed });
/** A provider in the public catalog. */
export type Provider = Static<typeof Provider>;

/** A provider with its actions, in the public catalog. */
export const ProviderPage = Type.Object(
  { ...about, ...inDetail },
  {
    title: "ProviderPage",
    description: "A provider with every action and kind of event that svc supports.",
    ...closed,
  },
);
/** A provider with its actions, in the public catalog. */
export type ProviderPage = Static<typeof ProviderPage>;

/** A provider that a tenant can use. */
export const TenantProvider = Type.Object(
  { ...about, ...effective },
  { title: "TenantProvider", description: "A provider that the tenant can use.", ...closed },
);
/** A provider that a tenant can use. */
export type TenantProvider = Static<typeof TenantProvider>;

/** A provider that a tenant can use, with the allowed actions. */
export const TenantProviderPage = Type.Object(
  { ...about, ...effective, ...inDetail },
  { title: "TenantProviderPage", description: "A provider with the actions that the tenant can use.", ...closed },
);
/** A provider that a tenant can use, with the allowed actions. */
export type TenantProviderPage = Static<typeof TenantProviderPage>;

/** The public catalog. */
export const ProviderList = Type.Object(
  { providers: Type.Array(Provider, { description: "Every provider that svc supports." }) },
  { title: "ProviderList", description: "The public catalog.", ...closed },
);
/** The public catalog. */
export type ProviderList = Static<typeof ProviderList>;

/** The providers that a tenant can use. */
export const TenantProviderList = Type.Object(
  { providers: Type.Array(TenantProvider, { description: "The providers with at least one allowed action." }) },
  { title: "TenantProviderList", description: "The providers that the tenant can use.", ...closed },
);
/** The providers that a tenant can use. */
export type TenantProviderList = Static<typeof TenantProviderList>;

/** The actions of a provider that a tenant can use. */
export const ActionList = Type.Object(
  { actions: Type.Array(Action, { description: "The actions that the deployment and the policy allow." }) },
  { title: "ActionList", description: "The actions of a provider that the tenant can use.", ...closed },
);
/** The actions of a provider that a tenant can use. */
export type ActionList = Static<typeof ActionList>;

const { inputSchema: _input, outputSchema: _output, ...aboutAction } = Action.properties;

/** An action in a search result, without its schemas. */
export const ActionMatch = Type.Object(aboutAction, {
  title: "ActionMatch",
  description: "An action that a search found, without its schemas.",
  ...closed,
});
/** An action in a search result. */
export type ActionMatch = Static<typeof ActionMatch>;

/** The result of a search. */
export const ActionMatchList = Type.Object(
  { actions: Type.Array(ActionMatch, { description: "Best match first." }) },
  { title: "ActionMatchList", description: "The actions that a search found.", ...closed },
);
/** The result of a search. */
export type ActionMatchList = Static<typeof ActionMatchList>;
