/** The file that an operator applies: what should exist, without any secret. `svc-server apply` reads it as YAML. */
import { oneOf, PolicyRules, tenantLabelPattern } from "@svc/contract";
import { Review } from "@svc/mcp-provider";
import { Type, type Static } from "typebox";

const closed = { additionalProperties: false };
const most = 1000;

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "Its name. A service client, and a key of one, is found by it.",
});
const texts = (description: string) => Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 100, description });

/** Where a secret is. The file never contains one. */
const secretReference = Type.String({
  pattern: "^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$",
  maxLength: 4096,
  description: "Where the secret is: `env:NAME`, a variable of the command, or `file:PATH`, from this file.",
});

const DesiredKey = Type.Object(
  {
    name,
    keyFile: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          "Where a new key is written. The file must not exist yet, and its folder must. An existing key can't be shown again.",
      }),
    ),
    tenants: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        minItems: 1,
        maxItems: 100,
        description: "The IDs of the only tenants that the key reaches.",
      }),
    ),
    tenantLabel: Type.Optional(
      Type.String({
        pattern: tenantLabelPattern,
        maxLength: 63,
        description: "The label of the only tenants that the key reaches.",
      }),
    ),
    mayDecide: Type.Optional(
      Type.Boolean({ description: "Whether the key may decide on proposals that other keys made. Not by default." }),
    ),
    rules: Type.Optional({ ...PolicyRules, description: "Policy rules for this key, in addition to its client's." }),
  },
  { description: "A key of a service client.", ...closed },
);

const DesiredClient = Type.Object(
  {
    name,
    appName: Type.Optional(Type.String({ maxLength: 40, description: "Your app's name on the Connect page." })),
    agentSignInUrl: Type.Optional(
      Type.String({ maxLength: 2048, description: "Your app's page where users decide on agent sign-ins." }),
    ),
    logoUrl: Type.Optional(
      Type.String({ maxLength: 2048, description: "Where svc gets your app's logo for the Connect page, once." }),
    ),
    allowedOrigins: Type.Optional(texts("Web origins that its Connect sessions may use.")),
    allowedReturnUrls: Type.Optional(texts("Origins and path prefixes that its return URLs must match.")),
    completion: Type.Optional(
      oneOf(
        ["automatic", "confirmed"],
        "Whether its backend must confirm each Connect session. `automatic` by default.",
      ),
    ),
    policy: Type.Optional(
      Type.Object(
        {
          actions: Type.Optional(texts("Patterns of allowed actions, such as `doppler/*`.")),
          rules: Type.Optional({ ...PolicyRules, description: "Which calls are allowed, asked about or denied." }),
          settleByState: Type.Optional(
            Type.Boolean({ description: "Whether a state that was found settles a write." }),
          ),
          allowImport: Type.Optional(Type.Boolean({ description: "Whether it may import credentials." })),
        },
        { description: "What it may do. Nothing by default.", ...closed },
      ),
    ),
    keys: Type.Optional(
      Type.Array(DesiredKey, { maxItems: 100, description: "Its keys. If omitted, its keys aren't looked at." }),
    ),
  },
  { description: "A service client. What is omitted has its default, whatever it was before.", ...closed },
);

const DesiredApp = Type.Object(
  {
    provider: Type.String({ minLength: 1, maxLength: 64, description: "The provider's slug." }),
    serviceClient: Type.Optional({ ...name, description: "The service client that the app is for; all by default." }),
    clientId: Type.String({ minLength: 1, maxLength: 500, description: "The app's client id at the provider." }),
    name: Type.Optional(Type.String({ maxLength: 100, description: "What the consent page calls the app." })),
    secret: secretReference,
    eventsSecret: Type.Optional({
      ...secretReference,
      description:
        "Where the secret is that the provider signs the app's events with, as `secret` says it. If omitted, it isn't looked at.",
    }),
  },
  { description: "An app that is registered with a provider.", ...closed },
);

/** With `if`, a fault in a review is reported there, and not that it isn't a path. */
const review = Type.Unsafe<string | Review>({
  if: { type: "string" },
  else: Review,
  description:
    "The review that `svc-server providers add-mcp` writes: the path of its file, from this file, or itself.",
});

const DesiredProvider = Type.Object(
  { review },
  { description: "A remote MCP server that is a provider. Its slug and address are in its review.", ...closed },
);

/** The whole file. A part that is omitted isn't looked at. */
export const DesiredState = Type.Object(
  {
    serviceClients: Type.Optional(Type.Array(DesiredClient, { maxItems: most })),
    oauthApps: Type.Optional(Type.Array(DesiredApp, { maxItems: most })),
    providers: Type.Optional(Type.Array(DesiredProvider, { maxItems: most })),
  },
  { title: "svc.yaml", description: "What `svc-server apply` makes true.", ...closed },
);
/** The whole file. */
export type DesiredState = Static<typeof DesiredState>;
/** A service client of the file. */
export type DesiredClient = Static<typeof DesiredClient>;
/** A key of the file. */
export type DesiredKey = Static<typeof DesiredKey>;
/** An OAuth app of the file. */
export type DesiredApp = Static<typeof DesiredApp>;
/** An MCP server of the file. */
export type DesiredProvider = Static<typeof DesiredProvider>;
