/** Example credentials and inputs for the kit's suites. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { apps } from "../simulator/index.ts";

const at = { project: "harbor-prod", config: "prod" };
const free = "NEW_NAME";
const valid = { origin: "prod", ...apps.everything };
const random = "Zk3".repeat(12);

/** The provider's examples. */
export const azureExamples: ProviderExamples = {
  acceptedSubmissions: [
    valid,
    { ...valid, tenant_id: valid.tenant_id.toUpperCase() },
    { ...valid, client_secret: `a.~7Q~${"_b".repeat(16)}` },
    // Made before 2021.
    { ...valid, client_secret: "q8]:Vw=?Zk3+Yt/[n_.-x4G@aB*cD1eF" },
    { ...valid, client_secret: random },
  ],
  refusedSubmissions: [
    ...refusedFields(valid, "client_secret", [
      [`eyJ0eXAi.${random}.${random}`, /access token/],
      ["-----BEGIN PRIVATE KEY-----", /certificate/],
      [`Endpoint=sb://a/;Key=${random}`, /connection string/],
      [`DefaultEndpointsProtocol=https;${random}`, /connection string/],
      ["9f3a7c1e-5b2d-4c8e-a1f0-3d6b9e2c7a54", /the ID of a client/],
      [`${valid.client_secret}\n`, /line break/],
      ["too-short", /isn't the value/],
      ["a".repeat(101), /isn't the value/],
      ["", /empty/],
      [7, /missing/],
    ]),
    { submission: { ...valid, tenant_id: "harbor.example" }, explains: /tenant_id must be a GUID/ },
    { submission: { ...valid, client_id: "the-harbor-app" }, explains: /client_id must be a GUID/ },
    { submission: { ...valid, origin: "https://harbor-prod.vault.azure.net" }, explains: /not its address/ },
    { submission: { ...apps.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [
    { error: { code: text, message: text, innererror: { code: text } } },
    { error: { code: "Forbidden", message: text, innererror: { code: "constructor" } } },
    { error: text, error_description: text, error_codes: [text] },
  ],
  actions: secretsInputs({
    present: { ...at, name: "API_KEY" },
    free,
    accepts: {
      "secrets.names.list": [{ config: "prod-eu" }],
      "secrets.get": [{ config: "staging", name: "MIXED_CASE" }],
      "secrets.set": [{ name: "TAGGED" }, { name: "FULL" }],
    },
    refuses: {
      projects: ["", "Harbor", "a.b", "a/b", "a".repeat(64)],
      configs: ["", "Prod", "a--b", "-a", "a-", "a_b", "a".repeat(61)],
      names: ["N".repeat(122)],
      values: ["x".repeat(25_001)],
    },
  }),
};

/** The examples for the kit's suite for secrets managers. */
export const azureSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  keepsDeletedNames: true,
  stored: ["canary-"],
  routes: ["GET /secrets", "GET /secrets/*", "GET /secrets/*/versions", "PUT /secrets/*", "DELETE /secrets/*"],
  readme: new URL("../README.md", import.meta.url),
};
