/**
 * The tokens that the provider takes. Kinds and forms: Doppler's page "Auth Token Formats". The kind is told by the
 * prefix with its trailing dot (`dp.sa` also starts `dp.said.`); what follows the prefix is opaque.
 */
import { sensitive } from "@svc/contract";
import { ProviderFailure, staticCredential, type ProviderAccount, type ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { isRecord, meRequest, parseMe } from "./client.ts";
import { grantAdvice, refusedKinds, tokenHints, wanted } from "./token-kinds.ts";

/** Documented tokens have 46 to 86 characters; the bound leaves room for longer ones. */
const tokenLengthMax = 256;
const tokenPattern = "^dp\\.(?:st|sa)\\.[\\x21-\\x7e]{1,250}$";

const submission = Type.Object(
  {
    access_token: sensitive(
      Type.String({
        description: "A Doppler Service Token (dp.st.…) or Service Account Token (dp.sa.…).",
        minLength: 1,
        maxLength: tokenLengthMax,
        pattern: tokenPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "The token that Doppler's actions run under." },
);

/** Values of `type` in `GET /v3/me` that contradict the prefix. Others are not documented, so they do not decide. */
const refusedTypes: ReadonlySet<string> = new Set(["personal", "cli", "scim", "audit"]);

/** A Service Token or a Service Account Token that the end user brings. */
export const tokenAuth = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Service Token or Service Account Token",
      help: "A Service Token reaches one config; a Service Account Token reaches the projects that its service account was given. Personal and CLI tokens are not accepted.",
      helpUrl: "https://docs.doppler.com/docs/service-tokens",
      pattern: tokenPattern,
      hints: tokenHints,
    },
  ],
  explain,
  grantAdvice,
  credentialKind: ({ access_token }) => (access_token.startsWith("dp.sa.") ? "service_account_token" : "service_token"),
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}` }),
  identify,
});

/** Says why a submission is refused, without any part of what was submitted; null where it is in order. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or not a text. ${wanted}`;
  if (token === "") return `The token is empty. ${wanted}`;
  if (/\s/u.test(token)) return "The token has a space or a line break in it. Copy it again without them.";
  const refused = refusedKinds.find(([prefix]) => token.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (!/^dp\.(?:st|sa)\./.test(token)) return `This is not a Doppler token of a kind that is known here. ${wanted}`;
  if (/^dp\.(?:st|sa)\.$/.test(token)) return "The token ends after its prefix. Copy it again, to its end.";
  if (token.length > tokenLengthMax) return "The token is too long to be one of Doppler's. Copy it again, alone.";
  return new RegExp(tokenPattern).test(token)
    ? null
    : "The token has characters in it that no token of Doppler's has. Copy it again, alone.";
}

/** Asks Doppler whose token this is; of the answer only the workplace's slug and name are kept. */
async function identify(provider: ReadPort): Promise<ProviderAccount> {
  const { body } = await provider.read(meRequest).catch((failure: unknown) => {
    throw withoutInput(failure);
  });
  const { type, workplace } = parseMe(body);
  if (type !== null && refusedTypes.has(type.toLowerCase())) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: `Doppler says that this token is of another kind than its prefix tells. ${wanted}`,
    });
  }
  return workplace;
}

/** The request has no input to check: what Doppler refuses as invalid can be the token alone. */
function withoutInput(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_REJECTED") return failure;
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `Doppler does not take this token. ${wanted}` });
}
