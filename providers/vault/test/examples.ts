/** Example tokens and inputs for the kit's test suites. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { appRoles, tokens } from "../simulator/index.ts";

const at = { project: "kv", config: "prod" };
const free = "NEW_NAME";
const valid = { origin: "prod", access_token: tokens.everything };
const role = { origin: "prod", ...appRoles.everything };
const { role_id, secret_id } = appRoles.everything;
const random = "Zk3".repeat(10);
const badPaths = ["", "/kv", "kv/", "a//b", "..", "a/../b", ".", "a/./b", "a\n"];

/** The provider's examples. */
export const vaultExamples: ProviderExamples = {
  ownWords: [/^AppRole$/],
  acceptedSubmissions: [
    valid,
    role,
    { ...role, namespace: "admin/team-1", role_id: "a-role-id-of-its-own" },
    { ...valid, namespace: "admin/team-1" },
    { ...valid, access_token: "s.abcdefghijklmnopqrstuvwx" },
    { ...valid, access_token: "s.abcdefghijklmnopqrstuvwx.ns123" },
  ],
  refusedSubmissions: [
    ...refusedFields(valid, "access_token", [
      [`hvb.${random}`, /batch token/],
      [`b.${random}`, /batch token/],
      [`hvr.${random}`, /recovery token/],
      [`r.${random}`, /recovery token/],
      [`hvs.${random}\n`, /line break/],
      [`hvs.${"a".repeat(501)}`, /isn't a service token/],
      ["9f3a7c1e-5b2d-4c8e-a1f0-3d6b9e2c7a54", /isn't a service token/],
      ["", /empty/],
      [7, /isn't a string/],
    ]),
    ...refusedFields(role, "secret_id", [
      [tokens.everything, /secret_id doesn't have the form/],
      [tokens.plain, /secret_id doesn't have the form/],
      [`hvb.${random}`, /batch token/],
      [`${secret_id}\n`, /line break/],
      ["short", /secret_id doesn't have the form/],
    ]),
    ...refusedFields(role, "role_id", [
      [tokens.everything, /role_id doesn't have the form/],
      ["", /role_id is empty/],
      [7, /role_id isn't a string/],
    ]),
    { submission: { origin: "prod", role_id }, explains: /secret_id is missing/ },
    { submission: { origin: "prod", secret_id }, explains: /role_id is missing/ },
    { submission: { ...valid, ...role }, explains: /two credentials/ },
    { submission: { ...valid, role_id }, explains: /two credentials/ },
    { submission: { origin: "prod" }, explains: /credential is missing/ },
    { submission: { ...role, origin: "https://vault.internal:8200" }, explains: /not its address/ },
    { submission: { ...valid, namespace: "/admin/" }, explains: /namespace/ },
    { submission: { ...valid, origin: "https://vault.internal:8200" }, explains: /not its address/ },
    { submission: { access_token: tokens.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ errors: [text, `1 error occurred: ${text}`] }],
  actions: secretsInputs({
    present: { ...at, name: "API_KEY" },
    free,
    accepts: {
      "secrets.names.list": [{ config: "/" }],
      "secrets.get": [{ config: "prod/eu" }],
      "secrets.set": [{ name: "MIXED", value: "another-value" }],
    },
    refuses: {
      projects: [...badPaths, "/"],
      configs: badPaths,
      environments: ["/"],
      values: ["x".repeat(65_537)],
    },
  }),
};

/** The examples for the kit's suite for secrets managers. */
export const vaultSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-", "canary-note"],
  routes: [
    "POST /v1/auth/approle/login",
    "GET /v1/auth/token/lookup-self",
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
