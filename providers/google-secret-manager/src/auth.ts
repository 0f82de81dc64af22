/**
 * Service account keys: https://cloud.google.com/iam/docs/keys-create-delete. The end user provides one; svc signs
 * short-lived tokens with it, and never sends a request to an address in the key file.
 */
import { sensitive } from "@svc/contract";
import { keptKey, serviceAccountBearer } from "./service-account.ts";
import { staticCredential, type ReadPort } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { probeRequest, projectOf, readPage } from "./client.ts";
import { grantAdvice } from "./grant.ts";
import { keyHints, keyPattern, refusedKey, wanted } from "./key-kinds.ts";

const field = "service_account_key";

const submission = Type.Object(
  {
    [field]: sensitive(
      Type.String({ description: "The JSON file of a service account key.", maxLength: 4096, pattern: keyPattern }),
    ),
  },
  { additionalProperties: false, description: "The key that the actions use. Only four of its fields are kept." },
);

/** A service account key that the end user provides. */
export const keyAuth = staticCredential({
  submission,
  noun: "service account key",
  fields: [
    {
      name: field,
      label: "Service account key",
      help: "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.",
      helpUrl: "https://cloud.google.com/iam/docs/keys-create-delete",
      pattern: keyPattern,
      hints: keyHints,
    },
  ],
  explain,
  grantAdvice,
  kept: keptKey(field),
  connectionFacts: ({ project_id, client_email }) => ({ project_id, client_email }),
  credentialKind: () => "service_account_key",
  headers: () => ({}),
  bearer: serviceAccountBearer("https://secretmanager.googleapis.com/"),
  identify,
});

/** Says why a submission is refused, without quoting it; null if it is valid. */
function explain(submitted: unknown): string | null {
  const key = isRecord(submitted) ? submitted[field] : undefined;
  return typeof key === "string" ? refusedKey(key) : `The field ${field} is missing or isn't a string. ${wanted}`;
}

/** Lists one secret, without its value. The account is the project. */
async function identify(provider: ReadPort) {
  readPage((await provider.read(probeRequest(provider))).body);
  return { slug: projectOf(provider), name: provider.connectionFacts["client_email"] ?? "" };
}
