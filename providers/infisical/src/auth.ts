/**
 * Access tokens of machine identities: https://infisical.com/docs/documentation/platform/identities/token-auth. svc never creates,
 * renews or revokes one. Whose a token is, only Infisical says: a user's has the same form.
 */
import { sensitive } from "@svc/contract";
import {
  jwtExpiry,
  originField,
  originName,
  originNamePattern,
  ProviderFailure,
  staticCredential,
  type ProviderRequest,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { projectsRequest } from "./client.ts";
import { grantAdvice, refusedForms, refusedPrefixes, tokenHints, wanted } from "./token-kinds.ts";

const tokenPattern = "^eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$";

const submission = Type.Object(
  {
    [originField]: originName,
    access_token: sensitive(
      Type.String({
        description: "An access token that was created with Token Auth for a machine identity (eyJ…).",
        maxLength: 2048,
        pattern: tokenPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "The token for the actions, and where it is valid." },
);

/** An access token that the end user provides, for one of the servers that the operator lists. */
export const tokenAuth = staticCredential({
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
      name: "access_token",
      label: "Access token",
      help: "Create one with Token Auth for a machine identity that has the role above. It isn't renewed, so choose a long lifetime.",
      helpUrl: "https://infisical.com/docs/documentation/platform/identities/token-auth",
      pattern: tokenPattern,
      hints: tokenHints,
    },
  ],
  explain,
  grantAdvice,
  credentialKind: () => "identity_access_token",
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}` }),
  connectionFacts: ({ access_token }) => endOf(access_token),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const { access_token: token, [originField]: origin } = isRecord(submitted) ? submitted : {};
  if (typeof token !== "string") return `The field access_token is missing or isn't a text. ${wanted}`;
  if (token === "") return `The token is empty. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  const refused =
    refusedPrefixes.find(([prefix]) => token.startsWith(prefix)) ?? refusedForms.find(([form]) => form.test(token));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (token.length > 2048 || !new RegExp(tokenPattern).test(token)) {
    return `This isn't an access token of Infisical. ${wanted}`;
  }
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
    throw refusedSelf(failure);
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

/** Only a machine identity may ask who it is. */
function refusedSelf(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_FORBIDDEN") return failure;
  const detail = `This isn't a token of a machine identity. ${wanted}`;
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
