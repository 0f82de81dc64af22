/** Example keys and inputs for the kit's suites. */
import { secretsInputs, type ProviderExamples, type SecretsManagerExamples } from "@svc/provider-kit/testing";
import { accounts, keyFileOf } from "../simulator/index.ts";

const at = { project: "harbor-prod", config: "prod" };
const free = "NEW_NAME";
const empty = { emptyResponse: {} };
const latest = { aliases: ["latest"] };
const file = keyFileOf(accounts.everything);
const members = JSON.parse(file) as Record<string, unknown>;
const random = "Zk3".repeat(12);

const submission = (service_account_key: unknown) => ({ service_account_key });
const changed = (change: Record<string, unknown>) => submission(JSON.stringify({ ...members, ...change }));

/** The provider's examples. */
export const googleExamples: ProviderExamples = {
  acceptedSubmissions: [
    submission(file),
    submission(` ${file}\n`),
    // As pasted into a single-line form field.
    submission(file.replaceAll("\n", "")),
    changed({ client_email: "482915073366-compute@developer.gserviceaccount.com" }),
    changed({ private_key_id: "key-7" }),
    changed({ project_id: "example.com:harbor-prod" }),
  ],
  refusedSubmissions: [
    { submission: submission(`AIza${random}`), explains: /API key/ },
    { submission: submission(`ya29.${random}`), explains: /access token/ },
    { submission: submission(accounts.everything.private_key), explains: /only the private key/ },
    { submission: changed({ type: "authorized_user" }), explains: /sign-in of a person/ },
    { submission: changed({ type: "external_account" }), explains: /workload identity/ },
    { submission: changed({ type: "impersonated_service_account" }), explains: /impersonation/ },
    { submission: changed({ type: "constructor" }), explains: /complete key/ },
    { submission: changed({ project_id: "a/b" }), explains: /complete key/ },
    { submission: changed({ project_id: undefined }), explains: /complete key/ },
    { submission: changed({ client_email: "someone@example.com" }), explains: /complete key/ },
    { submission: changed({ private_key_id: "" }), explains: /complete key/ },
    { submission: changed({ private_key_id: "7 7" }), explains: /complete key/ },
    { submission: changed({ private_key: random }), explains: /complete key/ },
    { submission: submission(`${file.slice(0, -2)}"service_account"`), explains: /isn't a JSON document/ },
    { submission: submission(`["service_account"]`), explains: /isn't a JSON document/ },
    { submission: submission(" "), explains: /empty/ },
    { submission: submission(7), explains: /missing/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [
    { error: { code: 400, message: text, status: text, details: [{ reason: text }] } },
    { error: { code: 403, message: text, status: "PERMISSION_DENIED", errors: [{ reason: text }] } },
  ],
  actions: secretsInputs({
    present: { ...at, name: "API_KEY" },
    free,
    creates: true,
    accepts: {
      "secrets.names.list": [{ config: "prod-eu" }],
      "secrets.get": [{ config: "prod-eu" }],
      "secrets.create": [{ config: "new-config" }],
      "secrets.set": [{ name: "EMPTY" }, { name: "DISABLED" }],
    },
    refuses: {
      projects: ["", "Harbor", "a.b", "a/b", "com:harbor-prod", "example.com:", "short", "a".repeat(31), "-harbor"],
      configs: ["", "a.b", "a/b", "..", "a b", "a".repeat(55)],
      values: ["", "x".repeat(65_537)],
    },
    more: {
      "projects.list": empty,
      "configs.list": empty,
      "secrets.names.list": empty,
      "secrets.get": latest,
      "secrets.set": latest,
    },
  }),
};

/** The examples for the kit's suite for secrets managers. */
export const googleSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-"],
  routes: [
    "GET /v1/projects/*/secrets",
    "POST /v1/projects/*/secrets",
    "GET /v1/projects/*/secrets/*",
    "POST /v1/projects/*/secrets/*",
    "DELETE /v1/projects/*/secrets/*",
    "GET /v1/projects/*/secrets/*/versions/*",
  ],
  readme: new URL("../README.md", import.meta.url),
};
