/** Example tokens and inputs for the kit's test suites. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { tokens, vaultId } from "../simulator/index.ts";

const at = { project: vaultId, config: "prod" };
const free = "NEW_NAME";
const valid = { origin: "prod", access_token: tokens.everything };
const empty = { emptyResponse: [] };

/** The provider's examples. */
export const onepasswordExamples: ProviderExamples = {
  acceptedSubmissions: [valid, { origin: "dr-2", access_token: tokens.readOnly }],
  refusedSubmissions: [
    ...refusedFields(valid, "access_token", [
      [`ops_${"eyJhbGci".repeat(9)}`, /service account token/],
      ["A3-C7ZJMN-PQTZTL-HGL84-G64M7-KVZRN-4ZVP6", /Secret Key/],
      [`${tokens.everything}\n`, /line break/],
      ["eyJhbGciOiJFUzI1NiJ9", /isn't an access token/],
      [`eyJ.${"a".repeat(4096)}.b`, /isn't an access token/],
      ["", /empty/],
      [7, /missing/],
    ]),
    { submission: { ...valid, origin: "https://connect.internal" }, explains: /not its address/ },
    { submission: { access_token: tokens.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ status: 400, message: text }],
  actions: secretsInputs({
    present: { ...at, name: "API_KEY" },
    free,
    accepts: {
      "secrets.names.list": [{ config: "a tag with é" }],
      "secrets.get": [{ config: "prod/eu" }, { name: "LOGIN" }],
      "secrets.set": [{ value: "another-value" }],
    },
    refuses: {
      projects: ["", vaultId.toUpperCase(), vaultId.slice(1), `${vaultId}a`, `${vaultId.slice(1)}/`],
      configs: ["", " ", " prod", "prod ", "prod\n", "a\u0000b", "x".repeat(201)],
      names: ['A" or title co "'],
      values: ["x".repeat(65_537)],
    },
    more: {
      "projects.list": empty,
      "configs.list": empty,
      "secrets.names.list": empty,
      "secrets.set": empty,
      "secrets.delete": empty,
    },
  }),
};

/** The examples for the kit's suite for secrets managers. */
export const onepasswordSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-"],
  routes: [
    "GET /v1/vaults",
    "GET /v1/vaults/*/items",
    "GET /v1/vaults/*/items/*",
    "POST /v1/vaults/*/items",
    "PATCH /v1/vaults/*/items/*",
    "DELETE /v1/vaults/*/items/*",
  ],
  readme: new URL("../README.md", import.meta.url),
};
