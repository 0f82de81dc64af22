/**
 * Tokens: https://developer.hashicorp.com/vault/docs/concepts/tokens. svc never creates, renews or revokes one. A token's prefix tells
 * its kind; what it may do, only a look-up of itself says.
 */
import { sensitive } from "@svc/contract";
import {
  originField,
  originName,
  originNamePattern,
  ProviderFailure,
  staticCredential,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { plainTokenKind } from "./client.ts";
import { grantAdvice, refusedKinds, tokenHints, wanted } from "./token-kinds.ts";

const tokenLengthMax = 512;
const tokenPattern = "^(?:hvs\\.[A-Za-z0-9_-]{20,500}|s\\.[A-Za-z0-9]{20,100}(?:\\.[A-Za-z0-9]{1,20})?)$";
const namespacePattern = "^[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*$";

const submission = Type.Object(
  {
    [originField]: originName,
    namespace: Type.Optional(
      Type.String({
        description: "The namespace of the token, such as admin/team; left out for the root namespace.",
        maxLength: 200,
        pattern: namespacePattern,
      }),
    ),
    access_token: sensitive(
      Type.String({
        description: "A service token of Vault or OpenBao (hvs.…, or s.… of older servers).",
        maxLength: tokenLengthMax,
        pattern: tokenPattern,
      }),
    ),
  },
  { additionalProperties: false, description: "The token for the actions, and where it is valid." },
);

const tokensUrl = "https://developer.hashicorp.com/vault/docs/concepts/tokens";

/** A service token that the end user provides, for one of the operator's servers. */
export const tokenAuth = staticCredential({
  submission,
  fields: [
    {
      name: originField,
      label: "Server",
      help: "Your Vault or OpenBao server, as the operator of this service has named it.",
      helpUrl: "https://developer.hashicorp.com/vault",
      pattern: originNamePattern,
    },
    {
      name: "namespace",
      label: "Namespace (optional)",
      help: "Leave it empty if your server has no namespaces.",
      helpUrl: "https://developer.hashicorp.com/vault/docs/enterprise/namespaces",
      pattern: namespacePattern,
    },
    {
      name: "access_token",
      label: "Service token",
      help: "A token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. It isn't renewed.",
      helpUrl: tokensUrl,
      pattern: tokenPattern,
      hints: tokenHints,
    },
  ],
  explain,
  grantAdvice,
  credentialKind: ({ access_token }) => (access_token.startsWith("hvs.") ? "service_token" : plainTokenKind),
  headers: ({ access_token, namespace }) => ({
    "x-vault-token": access_token,
    "x-vault-request": "true",
    ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
  }),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const { access_token: token, namespace, [originField]: origin } = isRecord(submitted) ? submitted : {};
  if (typeof token !== "string") return `The field access_token is missing or isn't a text. ${wanted}`;
  if (token === "") return `The token is empty. ${wanted}`;
  if (/\s/u.test(token)) return "The token contains a space or a line break. Copy it again without them.";
  const refused = refusedKinds.find(([prefix]) => token.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (!new RegExp(tokenPattern).test(token)) return `This isn't a service token of Vault. ${wanted}`;
  if (namespace !== undefined && !(typeof namespace === "string" && new RegExp(namespacePattern).test(namespace))) {
    return "The namespace must be names joined by slashes, without one at its ends.";
  }
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a server, not its address.";
}

/** Looks the token up by itself, and asks which cluster the server belongs to. The look-up repeats the token, which isn't kept. */
async function identify(provider: ReadPort) {
  const keep = ["policies", "type", "num_uses", "namespace_path", "expire_time"].map((name) => `data.${name}`);
  const lookup = { method: "GET", path: ["v1", "auth", "token", "lookup-self"], answerBody: { keep } } as const;
  const { body } = await provider.read(lookup).catch((failure: unknown) => {
    throw refusedSelf(failure);
  });
  const data = record(record(body)["data"]);
  const { policies, type, num_uses: uses, namespace_path: namespacePath, expire_time: expiry } = data;
  const names = list(policies).map(textOf);
  if (names.includes("root")) throw rejected("This is a root token, which can do everything.");
  if (names.includes("response-wrapping")) throw rejected("This is a response-wrapping token.");
  if (type !== "service") throw rejected("This isn't a service token.");
  if (typeof uses === "number" && uses > 0) throw rejected("This token can only be used a limited number of times.");
  const health = await provider.read({
    method: "GET",
    path: ["v1", "sys", "health"],
    query: { standbyok: true, perfstandbyok: true },
  });
  const cluster = record(health.body);
  const namespace = typeof namespacePath === "string" ? namespacePath.replace(/\/$/, "") : "";
  const at = namespace === "" ? "" : `/${namespace}`;
  const credentialExpiresAt = expiry === undefined || expiry === null ? null : textOf(expiry);
  const [slug, name] = [`${textOf(cluster["cluster_id"])}${at}`, `${textOf(cluster["cluster_name"])}${at}`];
  return { slug, name, credentialExpiresAt };
}

/** A token that may not look itself up is dead, or lacks the policy `default`. */
function refusedSelf(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_FORBIDDEN") return failure;
  return new ProviderFailure({
    code: "PROVIDER_UNAUTHORIZED",
    detail: "Vault doesn't accept this connection's token: it has expired, was revoked, or lacks the policy `default`.",
  });
}

function rejected(reason: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `${reason} ${wanted}` });
}
