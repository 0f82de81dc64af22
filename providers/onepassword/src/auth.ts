/**
 * Access tokens of Connect servers: https://developer.1password.com/docs/connect/manage-connect#create-a-token. The
 * token names the account; the API doesn't. svc never creates or revokes a token.
 */
import { sensitive } from "@svc/contract";
import {
  jwtClaims,
  jwtExpiry,
  originField,
  originName,
  originNamePattern,
  ProviderFailure,
  staticCredential,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord, list } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { vaultsRequest } from "./client.ts";
import { grantAdvice, refusedKinds, tokenHints, wanted } from "./token-kinds.ts";

const tokenPattern = "^eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$";
const tokenLengthMax = 4096;

const submission = Type.Object(
  {
    [originField]: originName,
    access_token: sensitive(
      Type.String({
        description: "Access token of the Connect server (eyJ…).",
        maxLength: tokenLengthMax,
        pattern: tokenPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "An access token, and the server that it is for." },
);

const tokensUrl = "https://developer.1password.com/docs/connect/manage-connect";

/** An access token that the end user provides, for one of the Connect servers that the operator lists. */
export const tokenAuth = staticCredential({
  submission,
  fields: [
    {
      name: originField,
      label: "Server",
      help: "Your Connect server, by the name that the operator of this service has given it.",
      helpUrl: "https://developer.1password.com/docs/connect",
      pattern: originNamePattern,
    },
    {
      name: "access_token",
      label: "Access token",
      help: "A token that you created for this Connect server, with access to one vault.",
      helpUrl: tokensUrl,
      pattern: tokenPattern,
      hints: tokenHints,
    },
  ],
  explain,
  grantAdvice,
  credentialKind: () => "connect_token",
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token}` }),
  connectionFacts: ({ access_token }) => claimsOf(access_token),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const { access_token: token, [originField]: origin } = isRecord(submitted) ? submitted : {};
  if (typeof token !== "string") return `The field access_token is missing or isn't a string. ${wanted}`;
  if (token === "") return `The token is empty. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  const refused = refusedKinds.find(([prefix]) => token.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (token.length > tokenLengthMax || !new RegExp(tokenPattern).test(token)) {
    return `This isn't an access token of a Connect server. ${wanted}`;
  }
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a server, not its address.";
}

/** Reads the account and expiry in a token for Connect. Only the server can confirm them. */
function claimsOf(token: string): { account?: string; expires_at?: string } {
  const claims = jwtClaims(token);
  const account = claims["1password.com/auuid"];
  const audiences = [claims["aud"]].flat();
  const isOurs = audiences.includes("com.1password.connect") && typeof account === "string";
  if (!isOurs || !/^[A-Za-z0-9]{1,64}$/.test(account)) return {};
  const expires_at = jwtExpiry(token);
  return { account, ...(expires_at === null ? {} : { expires_at }) };
}

/** Lists the vaults. A server that accepts the token has verified its signature, and thus the account in it. */
async function identify(provider: ReadPort) {
  list((await provider.read(vaultsRequest)).body);
  const { account, expires_at: credentialExpiresAt = null } = provider.connectionFacts;
  if (account !== undefined) return { slug: account, name: `1Password account ${account}`, credentialExpiresAt };
  const detail = `The token doesn't say which 1Password account it belongs to. ${wanted}`;
  throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
}
