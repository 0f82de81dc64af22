/**
 * Machine identities, by Universal Auth or Token Auth: https://infisical.com/docs/documentation/platform/identities/machine-identities.
 * svc logs in with a client secret for a short-lived access token; it never renews or revokes one. Whose an access token is, only
 * Infisical says: a user's has the same form.
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
    client_id: Type.Optional(part("client_id", "The client ID of Universal Auth; with `client_secret`.")),
    client_secret: Type.Optional(
      sensitive(part("client_secret", "A client secret of Universal Auth; with `client_id`, without `access_token`.")),
    ),
    access_token: Type.Optional(
      sensitive(
        part("access_token", "Or an access token that was created with Token Auth (eyJ…), without the other two."),
      ),
    ),
  },
  {
    additionalProperties: false,
    description: "A machine identity, by its client secret or by an access token, and where it is valid.",
  },
);

/** What is kept: one of the two ways. */
type Credential = { origin: string } & (ClientCredential | { access_token: string });

const identitiesUrl = "https://infisical.com/docs/documentation/platform/identities";

/** A machine identity's credential that the end user provides, for one of the servers that the operator lists. */
export const identityAuth = staticCredential({
  submission,
  fields: [
    {
      name: originField,
      label: "Server",
      help: "Infisical's cloud in your region or your own server, as the operator of this service has named it.",
      helpUrl: "https://infisical.com/docs",
      pattern: originNamePattern,
    },
    {
      name: "client_id",
      label: "Client ID (Universal Auth)",
      help: "Universal Auth of your machine identity shows it. Leave it and the client secret empty if you have an access token instead.",
      helpUrl: `${identitiesUrl}/universal-auth`,
      pattern: forms.client_id,
    },
    {
      name: "client_secret",
      label: "Client secret (Universal Auth)",
      help: "Create one for this client ID, without a limit on its uses. Infisical shows it once.",
      helpUrl: `${identitiesUrl}/universal-auth`,
      pattern: forms.client_secret,
      hints: secretHints,
    },
    {
      name: "access_token",
      label: "Access token (Token Auth)",
      help: "Only without a client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.",
      helpUrl: `${identitiesUrl}/token-auth`,
      pattern: forms.access_token,
      hints: tokenHints,
    },
  ],
  explain,
  grantAdvice,
  kept: {
    schema: submission,
    from: (submitted) => (refusedWays(ways, submitted) === null ? (submitted as Credential) : null),
  },
  credentialKind: (credential) => ("access_token" in credential ? tokenKind : "universal_auth"),
  headers: (credential) => ("access_token" in credential ? { authorization: `Bearer ${credential.access_token}` } : {}),
  bearer: (credential) => ("access_token" in credential ? null : login(credential)),
  connectionFacts: (credential) => ("access_token" in credential ? endOf(credential.access_token) : {}),
  identify,
});

/** The kind of a credential that is the token itself. */
const tokenKind = "identity_access_token";

/** A client ID belongs to its client secret. */
const ways = [["client_id", "client_secret"], ["access_token"]];

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const fields = isRecord(submitted) ? submitted : {};
  for (const name of parts) {
    const value = fields[name];
    if (value === undefined) continue;
    const refused = typeof value === "string" ? refusedPart(name, value) : `The field ${name} isn't a text. ${wanted}`;
    if (refused !== null) return refused;
  }
  const way = refusedWays(ways, fields);
  if (way !== null) return `${way} ${wanted}`;
  const origin = fields[originField];
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a server, not its address.";
}

/** The end that is in the token, if its identity gives tokens one. */
function endOf(token: string): { expires_at?: string } {
  const expires_at = jwtExpiry(token);
  return expires_at === null ? {} : { expires_at };
}

/** Asks whose token it is, and whether the server is new enough: an old one would send values where none are asked for. */
async function identify(provider: ReadPort) {
  const keep = ["identityDetails.organization"];
  const details = { method: "GET", path: ["api", "v1", "identities", "details"], answerBody: { keep } } as const;
  const body = await readNew(provider, details).catch((failure: unknown) => {
    throw provider.credentialKind === tokenKind ? refusedSelf(failure) : failure;
  });
  await readNew(provider, projectsRequest);
  const { id, name } = record(record(record(body)["identityDetails"])["organization"]);
  return { slug: textOf(id), name: textOf(name), credentialExpiresAt: provider.connectionFacts["expires_at"] ?? null };
}

/** Reads what an old server doesn't have. */
async function readNew(provider: ReadPort, request: ProviderRequest): Promise<unknown> {
  const { status, body } = await provider.read(request, { accept: [200, 404] });
  if (status === 200) return body;
  const detail = "This server is too old: it can't leave values out of a list. Update it, and connect again.";
  throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}

/** Only a machine identity may ask who it is, and only from an address that it trusts. */
function refusedSelf(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_FORBIDDEN") return failure;
  if (failure.refusal.detail === untrusted.detail) return failure;
  const detail = `This isn't a token of a machine identity. ${wanted}`;
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
