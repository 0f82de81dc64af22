/** Service clients and their keys, as operators see and change them. */
import { Type, type Static } from "typebox";
import { idField, NextCursor, oneOf, tenantLabelOrNull, textOrNull, timeField, timeOrNull } from "../fields.ts";
import { idPrefixes } from "../ids.ts";
import { PolicyRule, PolicyRules } from "../policy.ts";
import { closed, Version, warnings } from "./admin-operation.ts";

const texts = (maxLength: number, description: string) =>
  Type.Array(Type.String({ maxLength }), { maxItems: 100, description });

const tenants = Type.Union([Type.Array(idField(idPrefixes.tenant, "A tenant."), { maxItems: 100 }), Type.Null()], {
  description: "The only tenants that the key reaches; null if it isn't narrowed by ID.",
});
const tenantLabel = tenantLabelOrNull(
  "The label of the only tenants that it reaches; null if it isn't narrowed by it.",
);
const mayDecide = Type.Boolean({ description: "Whether it may decide on proposals that other keys made." });
const keyName = Type.String({ minLength: 1, maxLength: 100, description: "The key's name, such as `ci`." });

const rules = (description: string) => Type.Array(PolicyRule, { description });
const givenRules = (description: string) => Type.Optional({ ...PolicyRules, description });

/** A service key, without its text. */
export const ServiceKey = Type.Object(
  {
    id: Type.String({ maxLength: 64, description: "Its public ID." }),
    name: keyName,
    maskedKey: Type.String({ maxLength: 64, description: "Its public part." }),
    tenants,
    tenantLabel,
    policyRules: rules("Rules for this key, in addition to those of its service client."),
    mayDecide,
    createdAt: timeField("When it was created."),
    expiresAt: timeOrNull("When it expires, after a rotation; null if it doesn't."),
    revokedAt: timeOrNull("When it was revoked; null if it wasn't."),
    version: Version,
  },
  { title: "ServiceKey", description: "A service key, without its text.", ...closed },
);
/** A service key, without its text. */
export type ServiceKey = Static<typeof ServiceKey>;

const completion = oneOf(["automatic", "confirmed"], "Whether its backend must confirm each Connect session.");
const switches = {
  settleByState: Type.Boolean({ description: "Whether a state that was found settles an unknown outcome." }),
  allowImport: Type.Boolean({ description: "Whether it may import credentials." }),
};

const clientFields = {
  id: idField(idPrefixes.serviceClient, "Its ID."),
  name: Type.String({ maxLength: 200, description: "Its name." }),
  allowedOrigins: texts(512, "Web origins that its Connect sessions may use."),
  allowedReturnUrls: texts(2048, "Origins and path prefixes that its return URLs must match."),
  policy: Type.Object(
    {
      actions: texts(200, "Patterns of allowed actions, such as `doppler/*`. If empty, none."),
      ...switches,
      rules: rules("Which calls are allowed, need a person's approval or are denied."),
    },
    { description: "What it may do.", ...closed },
  ),
  completion,
  appName: textOrNull(40, "Your app's name on the Connect page; null for `name`."),
  logoUrl: textOrNull(2048, "Where svc got its logo; null without one."),
  agentSignInUrl: textOrNull(2048, "Its page where users decide on agent sign-ins; null for none."),
  createdAt: timeField("When it was created."),
  revokedAt: timeOrNull("When it was revoked; null if it wasn't."),
  keys: Type.Array(ServiceKey, { description: "All of its keys, oldest first." }),
  version: Version,
};

/** A service client with its keys. */
export const OperatedServiceClient = Type.Object(clientFields, {
  title: "OperatedServiceClient",
  description: "A service client with its keys. Its version doesn't depend on them.",
  ...closed,
});
/** A service client with its keys. */
export type OperatedServiceClient = Static<typeof OperatedServiceClient>;

/** One page of service clients. */
export const OperatedServiceClientList = Type.Object(
  { serviceClients: Type.Array(OperatedServiceClient, { description: "Newest first." }), nextCursor: NextCursor },
  { title: "OperatedServiceClientList", description: "One page of service clients.", ...closed },
);

/** Response of `updateServiceClient`. */
export const UpdatedServiceClient = Type.Object(
  { ...clientFields, warnings },
  { title: "UpdatedServiceClient", description: "The service client after a change.", ...closed },
);

const newKeyText = Type.String({ maxLength: 200, description: "The whole key. It is shown only this once." });

/** Response of `createServiceClient`. */
export const CreatedServiceClient = Type.Object(
  { ...clientFields, keyName, key: newKeyText, warnings },
  { title: "CreatedServiceClient", description: "A new service client, with its first key.", ...closed },
);

const changeable = {
  allowedOrigins: Type.Optional(clientFields.allowedOrigins),
  allowedReturnUrls: Type.Optional(clientFields.allowedReturnUrls),
  policy: Type.Optional(
    Type.Object(
      {
        actions: Type.Optional(clientFields.policy.properties.actions),
        settleByState: Type.Optional(switches.settleByState),
        allowImport: Type.Optional(switches.allowImport),
        rules: givenRules("Which calls are allowed, need a person's approval or are denied."),
      },
      { description: "What it may do. Fields that you leave out stay as they are.", ...closed },
    ),
  ),
  completion: Type.Optional(completion),
  appName: Type.Optional(clientFields.appName),
  logoUrl: Type.Optional(textOrNull(2048, "Where svc gets its logo, once; null removes it.")),
  agentSignInUrl: Type.Optional(clientFields.agentSignInUrl),
};
const name = Type.String({ minLength: 1, maxLength: 100, description: "Its name." });

/** What a key may do. Fields that are left out stay as they are, or have no limit on a new key. */
const rights = {
  tenants: Type.Optional({ ...tenants, description: "The only tenants that it reaches; null for all." }),
  tenantLabel: Type.Optional(tenantLabel),
  mayDecide: Type.Optional(mayDecide),
  policyRules: givenRules("Rules for this key, in addition to those of its service client."),
};

/** Body of `createServiceClient`. */
export const CreateServiceClient = Type.Object(
  {
    name,
    ...changeable,
    keyName: Type.Optional({ ...keyName, description: "The name of its first key; `default` by default." }),
    keyRights: Type.Optional(Type.Object(rights, { description: "What its first key may do.", ...closed })),
  },
  { title: "CreateServiceClient", description: "A new service client.", ...closed },
);
/** Body of `createServiceClient`. */
export type CreateServiceClient = Static<typeof CreateServiceClient>;

/** Body of `updateServiceClient`. */
export const UpdateServiceClient = Type.Object(
  { name: Type.Optional(name), ...changeable },
  { title: "UpdateServiceClient", description: "Fields to change.", minProperties: 1, ...closed },
);
/** Body of `updateServiceClient`. */
export type UpdateServiceClient = Static<typeof UpdateServiceClient>;

/** Body of `createServiceKey`. */
export const CreateServiceKey = Type.Object(
  { keyName, ...rights },
  { title: "CreateServiceKey", description: "A new key.", ...closed },
);

/** Response of `createServiceKey`. */
export const CreatedServiceKey = Type.Object(
  { keyId: ServiceKey.properties.id, keyName, key: newKeyText },
  { title: "CreatedServiceKey", description: "A new key.", ...closed },
);

/** Body of `updateServiceKey`. */
export const UpdateServiceKey = Type.Object(rights, {
  title: "UpdateServiceKey",
  description: "What the key may do from now on, with every delegated token made from it.",
  minProperties: 1,
  ...closed,
});
/** Body of `updateServiceKey`. */
export type UpdateServiceKey = Static<typeof UpdateServiceKey>;

/** Body of `rotateServiceKey`. */
export const RotateServiceKey = Type.Object(
  {
    keyName: Type.Optional({ ...keyName, description: "Which key; optional if there is only one." }),
    overlapSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 604_800, description: "How long the old one works; a day by default." }),
    ),
  },
  { title: "RotateServiceKey", description: "Which key to rotate.", ...closed },
);

/** Response of `rotateServiceKey`. */
export const RotatedServiceKey = Type.Object(
  {
    keyName,
    key: newKeyText,
    oldKeyIds: Type.Array(ServiceKey.properties.id, { description: "The keys that expire." }),
    oldKeysExpireAt: timeField("When they do."),
  },
  { title: "RotatedServiceKey", description: "The new key, and those that expire.", ...closed },
);
