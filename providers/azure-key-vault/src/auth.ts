/**
 * App registrations: https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app. The end user
 * provides a client secret; svc exchanges it for a token, and never creates or replaces a client secret.
 */
import { sensitive } from "@svc/contract";
import { originField, originName, originNamePattern, staticCredential, type ReadPort } from "@svc/provider-kit";
import { isRecord, list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { probeRequest, vaultOf } from "./client.ts";
import { appExchange, entraOrigin } from "./exchange.ts";
import { grantAdvice } from "./grant.ts";
import { guidPattern, refusedPattern, refusedSecret, secretHints, secretPattern, wanted } from "./secret-kinds.ts";

const guid = (description: string) => Type.String({ description, maxLength: 36, pattern: guidPattern });

const submission = Type.Object(
  {
    [originField]: originName,
    tenant_id: guid("The directory (tenant) ID of the app registration."),
    client_id: guid("The application (client) ID of the app registration."),
    client_secret: sensitive(
      Type.String({
        description: "The value of a client secret of the app registration.",
        maxLength: 100,
        pattern: secretPattern,
        not: { type: "string", maxLength: 100, pattern: refusedPattern },
      }),
    ),
  },
  { additionalProperties: false, description: "The app registration that the actions use, and the vault." },
);

const appsUrl = "https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app";

/** A client secret that the end user provides, for one of the operator's vaults. */
export const appAuth = staticCredential({
  submission,
  noun: "client secret",
  fields: [
    {
      name: originField,
      label: "Vault",
      help: "The name that the operator of this service gave your key vault.",
      helpUrl: "https://learn.microsoft.com/en-us/azure/key-vault/general/about-keys-secrets-certificates",
      pattern: originNamePattern,
    },
    {
      name: "tenant_id",
      label: "Directory (tenant) ID",
      help: "On the overview page of your app registration.",
      helpUrl: appsUrl,
      pattern: guidPattern,
    },
    {
      name: "client_id",
      label: "Application (client) ID",
      help: "On the same page.",
      helpUrl: appsUrl,
      pattern: guidPattern,
    },
    {
      name: "client_secret",
      label: "Client secret",
      help: "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.",
      helpUrl: "https://learn.microsoft.com/en-us/entra/identity-platform/how-to-add-credentials",
      pattern: secretPattern,
      hints: secretHints,
    },
  ],
  explain,
  grantAdvice,
  credentialKind: () => "client_secret",
  headers: () => ({}),
  bearer: appExchange,
  tokenOrigin: entraOrigin,
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const fields = isRecord(submitted) ? submitted : {};
  const { client_secret: secret, [originField]: origin } = fields;
  if (typeof secret !== "string") return `The field client_secret is missing or isn't a string. ${wanted}`;
  const refused = refusedSecret(secret);
  if (refused !== null) return refused;
  for (const name of ["tenant_id", "client_id"]) {
    const id = fields[name];
    if (typeof id !== "string" || !new RegExp(guidPattern).test(id)) return `The field ${name} must be a GUID.`;
  }
  return typeof origin === "string" && new RegExp(originNamePattern).test(origin)
    ? null
    : "The field origin must be the name of a vault in the operator's list, not its address.";
}

/** Lists one secret, without its value. The account is the vault. */
async function identify(provider: ReadPort) {
  const { body } = await provider.read(probeRequest);
  list(record(body)["value"]);
  const { host } = new URL(provider.origin);
  return { slug: host, name: vaultOf(provider) };
}
