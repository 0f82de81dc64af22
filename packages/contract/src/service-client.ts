/** Service clients, which hold service keys. */
import { Type, type Static } from "typebox";
import { OwnDelegatedToken } from "./delegated-token.ts";
import { idField, tenantLabelOrNull, textOrNull, timeField } from "./fields.ts";
import { idPrefixes } from "./ids.ts";

/** A service client and what it may do. */
export const ServiceClient = Type.Object(
  {
    id: idField(idPrefixes.serviceClient, "ID of the service client."),
    name: Type.String({ maxLength: 200, description: "The name the operator set." }),
    maskedKey: Type.String({ maxLength: 64, description: "The public part of the key in use, without key material." }),
    allowedOrigins: Type.Array(Type.String({ maxLength: 512 }), {
      description: "Web origins its Connect sessions may use. If empty, none.",
    }),
    allowedReturnUrls: Type.Array(Type.String({ maxLength: 2048 }), {
      description: "Origins and path prefixes that its return URLs must match. If empty, none are allowed.",
    }),
    policy: Type.Object(
      {
        actions: Type.Array(Type.String({ maxLength: 200 }), {
          description: "Patterns of allowed actions, such as `doppler/*`. If empty, none.",
        }),
      },
      { additionalProperties: false, description: "What the service client may do." },
    ),
    appName: textOrNull(40, "Your app's name on the Connect page; if null, the page shows `name`."),
    agentSignInUrl: textOrNull(2048, "Your app's page where users decide on agent sign-ins; null if there is none."),
    logoUrl: textOrNull(2048, "Where the operator got your app's logo for the Connect page; null if there is none."),
    tenants: Type.Union([Type.Array(idField(idPrefixes.tenant, "A tenant."), { maxItems: 100 }), Type.Null()], {
      description: "The only tenants the key or token can reach; null if it isn't narrowed by ID.",
    }),
    tenantLabel: tenantLabelOrNull(
      "The label of the only tenants the key can reach; null if it isn't narrowed by label.",
    ),
    delegatedToken: Type.Union([OwnDelegatedToken, Type.Null()], {
      description: "The delegated token of this call; null for a service key.",
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
