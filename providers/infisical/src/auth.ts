/**
 * Machine identities, with Universal Auth or Token Auth:
 * https://infisical.com/docs/documentation/platform/identities/machine-identities. With a client secret, svc logs in to
 * get a short-lived access token. It never renews or revokes a token. Only Infisical can say whose an access token is:
 * a user's token has the same form.
 */
import { sensitive } from "@svc/contract";
import {
  jwtExpiry,
  originField,
  originName,
  originNamePattern,
  ProviderFailure,
  refusedWays,
  staticCredential,
  type ProviderRequest,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { projectsRequest } from "./client.ts";
import {
  forms,
  grantAdvice,
  lengthsMax,
  parts,
  refusedPart,
  secretHints,
  tokenHints,
  wanted,
  type Part,
} from "./credential-kinds.ts";
import { untrusted } from "./errors.ts";
import { login, type ClientCredential } from "./universal-auth.ts";

const part = (name: Part, description: string) =>
  Type.String({ description, maxLength: lengthsMax[name], pattern: forms[name] });

const submission = Type.Object(
  {
    [originField]: originName,
    client_id: Type.Optional(part("client_id", "Client ID of Universal Auth. Requires `client_secret`.")),
    client_secret: Type.Optional(
      sensitive(
        part("client_secret", "Client secret of Universal Auth. Requires `client_id`; excludes `access_token`."),
      ),
    ),
    access_token: Type.Optional(
      sensitive(part("access_token", "Access token created with Token Auth (eyJ…), instead of the other two.")),
    ),
  },
  {
    additionalProperties: false,
    description: "The credential of a machine identity, and the server that it is for.",
  },
);

/** The stored credential, of one of the two kinds. */
type Credential = { origin: string } & (ClientCredential | { access_token: string });

/** A client ID belongs to its client secret. */
const ways = [
  { label: "Universal Auth", fields: ["client_id", "client_secret"] },
  { label: "Token Auth", fields: ["access_token"] },
];
const wayFields = ways.map(({ fields }) => fields);

const identitiesUrl = "https://infisical.com/docs/documentation/platform/identities";

/** A machine identity's credential that the end user provides, for one of the servers that the operator lists. */
export const identityAuth = staticCredential({
  submission,
  noun: "credential",
  fields: [
    {
      name: originField,
      label: "Server",
      help: "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.",
      helpUrl: "https://infisical.com/docs",
      pattern: originNamePattern,
    },
    {
      name: "client_id",
      label: "Client ID (Universal Auth)",
      help: "Shown under Universal Auth in your machine identity.",
      helpUrl: `${identitiesUrl}/universal-auth`,
      pattern: forms.client_id,
    },
    {
      name: "client_secret",
      label: "Client secret (Universal Auth)",
      help: "Create one for this client ID, with unlimited uses. Infisical shows it only once.",
      helpUrl: `${identitiesUrl}/universal-auth`,
      pattern: forms.client_secret,
      hints: secretHints,
    },
    {
      name: "access_token",
      label: "Access token (Token Auth)",
      help: "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.",
      helpUrl: `${identitiesUrl}/token-auth`,
      pattern: forms.access_token,
      hints: tokenHints,
    },
  ],
  ways,
  explain,
  grantAdvice,
  kept: {
    schema: submission,
    from: (submitted) => (refusedWays(wayFields, submitted) === null ? (submitted as Credential) : null),
  },
  credentialKind: (credential) => ("access_token" in credential ? tokenKind : "universal_auth"),
  headers: (credential) => ("access_token" in credential ? { authorization: `Bearer ${credential.access_token}` } : {}),
  bearer: (credential) => ("access_token" in credential ? null : login(credential)),
  connectionFacts: (credential) => ("access_token" in credential ? endOf(credential.access_token) : {}),
  identify,
});

/** The kind of a credential that is the token itself. */
const tokenKind = "identity_access_token";

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const fields = isRecord(submitted) ? submitted : {};
  for (const name of parts) {
    const value = fields[name];
    if (value === undefined) continue;
    const refused =
      typeof value === "string" ? refusedPart(name, value) : `The field ${name} isn't a string. ${wanted}`;
    if (refused !== null) return refused;
  }
  const way = refusedWays(wayFields, fields);
  if (way !== null) return `${way} ${wanted}`;
  const origin = fields[originField];
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a server, not its address.";
}

/** Returns the expiry in the token, if it has one. */
function endOf(token: string): { expires_at?: string } {
  const expires_at = jwtExpiry(token);
  return expires_at === null ? {} : { expires_at };
}

/**
 * Identifies the organization, and checks that the server is new enough: an old one would send values that weren't
 * requested.
 */
async function identify(provider: ReadPort) {
  const keep = ["identityDetails.organization"];
  const details = { method: "GET", path: ["api", "v1", "identities", "details"], responseBody: { keep } } as const;
  const body = await readNew(provider, details).catch((failure: unknown) => {
    throw provider.credentialKind === tokenKind ? refusedSelf(failure) : failure;
  });
  await readNew(provider, projectsRequest);
  const { id, name } = record(record(record(body)["identityDetails"])["organization"]);
  return { slug: textOf(id), name: textOf(name), credentialExpiresAt: provider.connectionFacts["expires_at"] ?? null };
}

/** Reads from an endpoint that old servers don't have. */
async function readNew(provider: ReadPort, request: ProviderRequest): Promise<unknown> {
  const { status, body } = await provider.read(request, { accept: [200, 404] });
  if (status === 200) return body;
  const detail = "This server is too old: it can't list secrets without their values. Update it, then connect again.";
  throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}

/** Only a machine identity can read its own details, and only from an address that it trusts. */
function refusedSelf(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_FORBIDDEN") return failure;
  if (failure.refusal.detail === untrusted.detail) return failure;
  const detail = `This isn't a machine identity's token. ${wanted}`;
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
