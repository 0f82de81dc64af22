/** Service clients, which hold service keys. */
import { Type, type Static } from "typebox";
import { OwnDelegatedToken } from "./delegated-token.ts";
import { idField, tenantLabelOrNull, textOrNull, timeField } from "./fields.ts";
import { idPrefixes } from "./ids.ts";

/** A service client and what it may do. */
export const ServiceClient = Type.Object(
  {
    id: idField(idPrefixes.serviceClient, "The service client."),
    name: Type.String({ maxLength: 200, description: "Its name, set by the operator." }),
    maskedKey: Type.String({ maxLength: 64, description: "The public part of the key in use, without key material." }),
    allowedOrigins: Type.Array(Type.String({ maxLength: 512 }), {
      description: "Web origins that its Connect sessions may use. If empty, none.",
    }),
    allowedReturnUrls: Type.Array(Type.String({ maxLength: 2048 }), {
      description: "Origins and path prefixes that its return URLs must match. If empty, none.",
    }),
    policy: Type.Object(
      {
        actions: Type.Array(Type.String({ maxLength: 200 }), {
          description: "Patterns of allowed actions, such as `doppler/*`. If empty, none.",
        }),
      },
      { additionalProperties: false, description: "What it may do." },
    ),
    appName: textOrNull(40, "What the Connect page calls your app; null if the operator set none: it shows `name`."),
    agentSignInUrl: textOrNull(
      2048,
      "The page of your app where users decide about agents that want to sign in; null without one.",
    ),
    logoUrl: textOrNull(2048, "Where the operator took your app's logo for the Connect page from; null without one."),
    tenants: Type.Union([Type.Array(idField(idPrefixes.tenant, "A tenant."), { maxItems: 100 }), Type.Null()], {
      description: "The only tenants that the key or token reaches; null if it isn't narrowed to some by id.",
    }),
    tenantLabel: tenantLabelOrNull(
      "The label of the only tenants that the key reaches; null if it isn't narrowed to a label.",
    ),
    delegatedToken: Type.Union([OwnDelegatedToken, Type.Null()], {
      description: "The delegated token of this call, or null for a service key.",
    }),
    createdAt: timeField("When it was created."),
  },
  {
    title: "ServiceClient",
    description: "The caller's service client, with its key masked.",
    additionalProperties: false,
  },
);
/** A service client and what it may do. */
export type ServiceClient = Static<typeof ServiceClient>;
