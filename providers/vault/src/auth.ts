/**
 * Tokens, and AppRoles for logins: https://developer.hashicorp.com/vault/docs/concepts/tokens. svc never renews or
 * revokes a token. The prefix shows a token's kind; only a lookup of the token itself shows its properties.
 */
import { sensitive } from "@svc/contract";
import {
  originField,
  originName,
  originNamePattern,
  ProviderFailure,
  refusedWays,
  staticCredential,
  type ReadPort,
} from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { login, untrusted, type AppRoleCredential } from "./app-role.ts";
import { appRoleKind, plainTokenKind } from "./client.ts";
import { lookupSelf } from "./own-token.ts";
import { grantAdvice, idHints, refusedKinds, tokenHints, wanted } from "./token-kinds.ts";

const tokenLengthMax = 512;
const tokenPattern = "^(?:hvs\\.[A-Za-z0-9_-]{20,500}|s\\.[A-Za-z0-9]{20,100}(?:\\.[A-Za-z0-9]{1,20})?)$";
/** No token has this form, because each contains a dot. */
const rolePattern = "^[A-Za-z0-9_-]{1,128}$";
const secretPattern = "^[A-Za-z0-9_-]{16,128}$";
const namespacePattern = "^[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*$";

const submission = Type.Object(
  {
    [originField]: originName,
    namespace: Type.Optional(
      Type.String({
        description: "Namespace of the credential, such as admin/team. Leave it out for the root namespace.",
        maxLength: 200,
        pattern: namespacePattern,
      }),
    ),
    role_id: Type.Optional(
      Type.String({
        description: "Role ID of an AppRole. Requires `secret_id`.",
        maxLength: 128,
        pattern: rolePattern,
      }),
    ),
    secret_id: Type.Optional(
      sensitive(
        Type.String({
          description: "Secret ID of the AppRole. Requires `role_id`; excludes `access_token`.",
          maxLength: 128,
          pattern: secretPattern,
        }),
      ),
    ),
    access_token: Type.Optional(
      sensitive(
        Type.String({
          description:
            "Service token of Vault or OpenBao (hvs.…, or s.… from older servers), instead of the other two.",
          maxLength: tokenLengthMax,
          pattern: tokenPattern,
        }),
      ),
    ),
  },
  { additionalProperties: false, description: "An AppRole's credential or a token, and the server that it is for." },
);

/** The stored credential, of one of the two kinds. */
type Credential = { origin: string; namespace?: string } & (AppRoleCredential | { access_token: string });

/** A role ID belongs to its secret ID. */
const ways = [
  { label: "AppRole", fields: ["role_id", "secret_id"] },
  { label: "Service token", fields: ["access_token"] },
];
const wayFields = ways.map(({ fields }) => fields);

const tokensUrl = "https://developer.hashicorp.com/vault/docs/concepts/tokens";
const appRoleUrl = "https://developer.hashicorp.com/vault/docs/auth/approle";

/** An AppRole or a service token that the end user provides, for one of the operator's servers. */
export const vaultAuth = staticCredential({
  submission,
  noun: "credential",
  fields: [
    {
      name: originField,
      label: "Server",
      help: "Your Vault or OpenBao server, by the name that the operator of this service has given it.",
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
      name: "role_id",
      label: "Role ID (AppRole)",
      help: "From an AppRole whose tokens have the policy above and the policy “default”.",
      helpUrl: appRoleUrl,
      pattern: rolePattern,
      hints: idHints,
    },
    {
      name: "secret_id",
      label: "Secret ID (AppRole)",
      help: "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.",
      helpUrl: appRoleUrl,
      pattern: secretPattern,
      hints: idHints,
    },
    {
      name: "access_token",
      label: "Service token",
      help: "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.",
      helpUrl: tokensUrl,
      pattern: tokenPattern,
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
  credentialKind: (credential) => ("access_token" in credential ? tokenKind(credential.access_token) : appRoleKind),
  headers: ({ namespace, ...credential }) => ({
    ...("access_token" in credential ? { "x-vault-token": credential.access_token } : {}),
    "x-vault-request": "true",
    ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
  }),
  bearer: (credential) => ("access_token" in credential ? null : login(credential)),
  connectionFacts: ({ namespace }) => (namespace === undefined ? {} : { namespace }),
  identify,
});

function tokenKind(token: string): string {
  return token.startsWith("hvs.") ? "service_token" : plainTokenKind;
}

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const fields = isRecord(submitted) ? submitted : {};
  const { namespace, [originField]: origin } = fields;
  for (const name of wayFields.flat()) {
    const refused = fields[name] === undefined ? null : refusePart(name, fields[name]);
    if (refused !== null) return refused;
  }
  const way = refusedWays(wayFields, fields);
  if (way !== null) return `${way} ${wanted}`;
  if (namespace !== undefined && !(typeof namespace === "string" && new RegExp(namespacePattern).test(namespace))) {
    return "The namespace must consist of names joined by slashes, without a leading or trailing slash.";
  }
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a server, not its address.";
}

function refusePart(name: string, value: unknown): string | null {
  if (typeof value !== "string") return `The field ${name} isn't a string. ${wanted}`;
  if (value === "") return `The field ${name} is empty. ${wanted}`;
  if (/\s/u.test(value)) return `The field ${name} contains a space or a line break. Copy it again without them.`;
  const refused = refusedKinds.find(([prefix]) => value.startsWith(prefix));
  if (refused !== undefined) return `This is ${refused[1]}. ${wanted}`;
  if (name === "access_token") {
    return new RegExp(tokenPattern).test(value) ? null : `This isn't a service token of Vault. ${wanted}`;
  }
  const pattern = name === "role_id" ? rolePattern : secretPattern;
  return new RegExp(pattern).test(value) ? null : `The field ${name} doesn't have the form of an AppRole's. ${wanted}`;
}

/**
 * Looks up the token itself, and identifies the server's cluster. The lookup's response repeats the token, which isn't
 * kept.
 */
async function identify(provider: ReadPort) {
  const { body } = await provider.read(lookupSelf).catch((failure: unknown) => {
    throw refusedSelf(failure);
  });
  const data = record(record(body)["data"]);
  const { policies, type, num_uses: uses, namespace_path: namespacePath, expire_time: expiry } = data;
  const names = list(policies).map(textOf);
  if (names.includes("root")) throw rejected("This is a root token, which can do everything.");
  if (names.includes("response-wrapping")) throw rejected("This is a response-wrapping token.");
  // A batch token from a login is as good as a service token.
  const isOwn = provider.credentialKind === appRoleKind && type === "batch";
  if (type !== "service" && !isOwn) throw rejected("This isn't a service token.");
  if (typeof uses === "number" && uses > 0) throw rejected("This token can be used only a limited number of times.");
  const health = await provider.read({
    method: "GET",
    path: ["v1", "sys", "health"],
    query: { standbyok: true, perfstandbyok: true },
    // A namespace refuses this request, because only the whole cluster has a health.
    withoutCredential: true,
  });
  const cluster = record(health.body);
  // A namespace's token can also be used in the namespaces below it.
  const own = typeof namespacePath === "string" ? namespacePath.replace(/\/$/, "") : "";
  const namespace = provider.connectionFacts["namespace"] ?? own;
  const at = namespace === "" ? "" : `/${namespace}`;
  // A login's token expires soon, but the secret ID gets the next one.
  const isEndless = provider.credentialKind === appRoleKind || expiry === undefined || expiry === null;
  const credentialExpiresAt = isEndless ? null : textOf(expiry);
  const [slug, name] = [`${textOf(cluster["cluster_id"])}${at}`, `${textOf(cluster["cluster_name"])}${at}`];
  return { slug, name, credentialExpiresAt };
}

/** Maps a failed lookup: a token that can't look itself up is dead, or lacks the policy `default`. */
function refusedSelf(failure: unknown): unknown {
  if (!(failure instanceof ProviderFailure) || failure.refusal.code !== "PROVIDER_FORBIDDEN") return failure;
  if (failure.refusal.detail === untrusted.detail) return failure;
  return new ProviderFailure({
    code: "PROVIDER_UNAUTHORIZED",
    detail: "Vault doesn't accept this connection's token: it has expired, was revoked, or lacks the policy `default`.",
  });
}

function rejected(reason: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_REJECTED", detail: `${reason} ${wanted}` });
}
