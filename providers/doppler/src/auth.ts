/**
 * The tokens that the provider accepts. Kinds and formats are from Doppler's page "Auth Token Formats". The prefix with
 * its trailing dot identifies the kind (`dp.said.` also starts with `dp.sa`); the rest is opaque.
 */
import { sensitive } from "@svc/contract";
import { ProviderFailure, staticCredential, type ProviderAccount, type ReadPort } from "@svc/provider-kit";
import { Type } from "typebox";
import { isRecord, meRequest, parseMe } from "./client.ts";
import { grantAdvice, refusedKinds, tokenHints, wanted } from "./token-kinds.ts";

/** Documented tokens have 46 to 86 characters; the limit leaves room for longer ones. */
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
  { additionalProperties: false, description: "The token that the actions use." },
);

/** Values of `type` in `GET /v3/me` that contradict the prefix. Others aren't documented, so they are ignored. */
const refusedTypes: ReadonlySet<string> = new Set(["personal", "cli", "scim", "audit"]);

/** A Service Token or a Service Account Token that the end user provides. */
export const tokenAuth = staticCredential({
  submission,
  fields: [
    {
      name: "access_token",
      label: "Service Token or Service Account Token",
      help: "A Service Token (dp.st.…) gives access to one config, a Service Account Token (dp.sa.…) to the projects of its service account. Personal and CLI tokens aren't accepted.",
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

/** Explains why a submission is rejected, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const token = isRecord(submitted) ? submitted["access_token"] : undefined;
  if (typeof token !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (token === "") return `The token is empty. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  const refused = refusedKinds.find(([prefix]) => token.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (!/^dp\.(?:st|sa)\./.test(token)) return `This isn't a known kind of Doppler token. ${wanted}`;
  if (/^dp\.(?:st|sa)\.$/.test(token)) return "The token ends after its prefix. Copy all of it again.";
  if (token.length > tokenLengthMax) return "The token is too long for a Doppler token. Copy only the token.";
  return new RegExp(tokenPattern).test(token)
    ? null
    : "The token contains characters that no Doppler token has. Copy only the token.";
}

/** Reads the token's workplace from Doppler. Only its slug and name are stored. */
async function identify(provider: ReadPort): Promise<ProviderAccount> {
  const { body } = await provider.read(meRequest).catch((failure: unknown) => {
    throw withoutInput(failure);
  });
  const { type, workplace } = parseMe(body);
  if (type !== null && refusedTypes.has(type.toLowerCase())) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: `According to Doppler, this token's kind doesn't match its prefix. ${wanted}`,
    });
  }
  return workplace;
}

/** The request has no input, so if Doppler refuses it as invalid, the token is the reason. */
function withoutInput(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_REJECTED") return failure;
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `Doppler doesn't accept this token. ${wanted}` });
}
