/** Examples of credentials and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { apps } from "../simulator/index.ts";

const at = { project: "harbor-prod", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const set = { ...secret, value: "the-value-to-write" };
const valid = { origin: "prod", ...apps.everything };
const random = "Zk3".repeat(12);

const badProjects = ["", "Harbor", "a.b", "a/b", "a".repeat(64), 7, null];
const badConfigs = ["", "Prod", "a--b", "-a", "a-", "a_b", "a".repeat(61), 7, null];
const badNames = ["", "lower", "A-B", "A/B", "../A", "N".repeat(122), 7];
const badAddresses = (input: Record<string, unknown>) => [
  ...badProjects.map((project) => ({ ...input, project })),
  ...badConfigs.map((config) => ({ ...input, config })),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const azureExamples: ProviderExamples = {
  acceptedSubmissions: [
    valid,
    { ...valid, tenant_id: valid.tenant_id.toUpperCase() },
    { ...valid, client_secret: `a.~7Q~${"_b".repeat(16)}` },
    { ...valid, client_secret: "7Q~a" },
  ],
  refusedSubmissions: [
    { submission: { ...valid, client_secret: `eyJ0eXAi.${random}.${random}` }, explains: /access token/ },
    { submission: { ...valid, client_secret: "-----BEGIN PRIVATE KEY-----" }, explains: /certificate/ },
    { submission: { ...valid, client_secret: `Endpoint=sb://a/;Key=${random}` }, explains: /connection string/ },
    {
      submission: { ...valid, client_secret: `DefaultEndpointsProtocol=https;${random}` },
      explains: /connection string/,
    },
    { submission: { ...valid, client_secret: "9f3a7c1e-5b2d-4c8e-a1f0-3d6b9e2c7a54" }, explains: /the ID of a client/ },
    { submission: { ...valid, client_secret: `${valid.client_secret}\n` }, explains: /line break/ },
    { submission: { ...valid, client_secret: random }, explains: /isn't the value/ },
    { submission: { ...valid, client_secret: "" }, explains: /empty/ },
    { submission: { ...valid, client_secret: 7 }, explains: /missing/ },
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
  actions: {
    "projects.list": { inputs: [{}, { page: 2, perPage: 1 }], refusedInputs: [{ page: 0 }, { more: 1 }] },
    "configs.list": {
      inputs: [{ project: at.project }, { project: at.project, environment: "prod" }],
      refusedInputs: [{}, ...badProjects.map((project) => ({ project })), { ...at, environment: "a--b" }],
    },
    "secrets.names.list": { inputs: [at, { ...at, config: "prod-eu" }], refusedInputs: [{}, ...badAddresses(at)] },
    "secrets.get": {
      inputs: [secret, { ...at, config: "staging", name: "MIXED_CASE" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "NEW_NAME" }, { ...set, name: "TAGGED" }, { ...set, name: "FULL" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        { ...set, value: "x".repeat(25_001) },
        { ...set, visibility: "masked" },
      ],
    },
    "secrets.delete": {
      inputs: [secret],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
  },
};

/** The examples of the suite for secrets managers. */
export const azureSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
  keepsDeletedNames: true,
  stored: ["canary-"],
  routes: ["GET /secrets", "GET /secrets/*", "GET /secrets/*/versions", "PUT /secrets/*", "DELETE /secrets/*"],
  readme: new URL("../README.md", import.meta.url),
};
