/** Examples of tokens and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { appRoles, tokens } from "../simulator/index.ts";

const at = { project: "kv", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const set = { ...secret, value: "the-value-to-write" };
const valid = { origin: "prod", access_token: tokens.everything };
const role = { origin: "prod", ...appRoles.everything };
const random = "Zk3".repeat(10);

const badPaths = ["", "/kv", "kv/", "a//b", "..", "a/../b", ".", "a/./b", "a\n", 7, null];
const badNames = ["", "lower", "A-B", "A/B", "../A", 7];
const badAddresses = (input: Record<string, unknown>) => [
  ...badPaths.map((project) => ({ ...input, project })),
  { ...input, project: "/" },
  ...badPaths.map((config) => ({ ...input, config })),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const vaultExamples: ProviderExamples = {
  acceptedSubmissions: [
    valid,
    role,
    { ...role, namespace: "admin/team-1", role_id: "a-role-id-of-its-own" },
    { ...valid, namespace: "admin/team-1" },
    { ...valid, access_token: "s.abcdefghijklmnopqrstuvwx" },
    { ...valid, access_token: "s.abcdefghijklmnopqrstuvwx.ns123" },
  ],
  refusedSubmissions: [
    { submission: { ...valid, access_token: `hvb.${random}` }, explains: /batch token/ },
    { submission: { ...valid, access_token: `b.${random}` }, explains: /batch token/ },
    { submission: { ...valid, access_token: `hvr.${random}` }, explains: /recovery token/ },
    { submission: { ...valid, access_token: `r.${random}` }, explains: /recovery token/ },
    { submission: { ...valid, access_token: `hvs.${random}\n` }, explains: /line break/ },
    { submission: { ...role, secret_id: tokens.everything }, explains: /secret_id hasn't the form/ },
    { submission: { ...role, secret_id: tokens.plain }, explains: /secret_id hasn't the form/ },
    { submission: { ...role, secret_id: `hvb.${random}` }, explains: /batch token/ },
    { submission: { ...role, secret_id: `${role.secret_id}\n` }, explains: /line break/ },
    { submission: { ...role, secret_id: "short" }, explains: /secret_id hasn't the form/ },
    { submission: { ...role, role_id: tokens.everything }, explains: /role_id hasn't the form/ },
    { submission: { ...role, role_id: "" }, explains: /role_id is empty/ },
    { submission: { ...role, role_id: 7 }, explains: /role_id isn't a text/ },
    { submission: { origin: "prod", role_id: role.role_id }, explains: /secret_id is missing/ },
    { submission: { origin: "prod", secret_id: role.secret_id }, explains: /role_id is missing/ },
    { submission: { ...valid, ...role }, explains: /two credentials/ },
    { submission: { ...valid, role_id: role.role_id }, explains: /two credentials/ },
    { submission: { origin: "prod" }, explains: /credential is missing/ },
    { submission: { ...role, origin: "https://vault.internal:8200" }, explains: /not its address/ },
    { submission: { ...valid, access_token: `hvs.${"a".repeat(501)}` }, explains: /isn't a service token/ },
    {
      submission: { ...valid, access_token: "9f3a7c1e-5b2d-4c8e-a1f0-3d6b9e2c7a54" },
      explains: /isn't a service token/,
    },
    { submission: { ...valid, access_token: "" }, explains: /empty/ },
    { submission: { ...valid, access_token: 7 }, explains: /isn't a text/ },
    { submission: { ...valid, namespace: "/admin/" }, explains: /namespace/ },
    { submission: { ...valid, origin: "https://vault.internal:8200" }, explains: /not its address/ },
    { submission: { access_token: tokens.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ errors: [text, `1 error occurred: ${text}`] }],
  actions: {
    "projects.list": { inputs: [{}, { page: 2, perPage: 1 }], refusedInputs: [{ page: 0 }, { more: 1 }] },
    "configs.list": {
      inputs: [{ project: "kv" }, { project: "kv", environment: "prod" }],
      refusedInputs: [{}, ...badPaths.map((project) => ({ project })), { project: "kv", environment: "/" }],
    },
    "secrets.names.list": { inputs: [at, { ...at, config: "/" }], refusedInputs: [{}, ...badAddresses(at)] },
    "secrets.get": {
      inputs: [secret, { ...at, config: "prod/eu", name: "API_KEY" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "NEW_NAME" }, { ...set, name: "MIXED", value: "another-value" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        { ...set, value: "x".repeat(65_537) },
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
export const vaultSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
  stored: ["canary-"],
  routes: [
    "POST /v1/auth/approle/login",
    "GET /v1/sys/internal/ui/mounts",
    "GET /v1/sys/internal/ui/mounts/**",
    "GET /v1/*/metadata",
    "GET /v1/*/metadata/**",
    "GET /v1/*/detailed-metadata",
    "GET /v1/*/detailed-metadata/**",
    "GET /v1/*/data/**",
    "GET /v1/*/subkeys/**",
    "POST /v1/*/data/**",
    "PATCH /v1/*/data/**",
    "POST /v1/*/delete/**",
  ],
  readme: new URL("../README.md", import.meta.url),
};
