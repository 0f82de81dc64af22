/** Examples of tokens and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { tokens, vaultId } from "../simulator/index.ts";

const at = { project: vaultId, config: "prod" };
const secret = { ...at, name: "API_KEY" };
const set = { ...secret, value: "the-value-to-write" };
const valid = { origin: "prod", access_token: tokens.everything };

const badNames = ["", "lower", "A-B", "A/B", 'A" or title co "', 7];
const badProjects = ["", vaultId.toUpperCase(), vaultId.slice(1), `${vaultId}a`, `${vaultId.slice(1)}/`, 7, null];
const badConfigs = ["", " ", " prod", "prod ", "prod\n", "a\u0000b", "x".repeat(201), 7, null];
const badAddresses = (input: Record<string, unknown>) => [
  ...badProjects.map((project) => ({ ...input, project })),
  ...badConfigs.map((config) => ({ ...input, config })),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const onepasswordExamples: ProviderExamples = {
  acceptedSubmissions: [valid, { origin: "dr-2", access_token: tokens.readOnly }],
  refusedSubmissions: [
    { submission: { ...valid, access_token: `ops_${"eyJhbGci".repeat(9)}` }, explains: /service account token/ },
    { submission: { ...valid, access_token: "A3-C7ZJMN-PQTZTL-HGL84-G64M7-KVZRN-4ZVP6" }, explains: /Secret Key/ },
    { submission: { ...valid, access_token: `${tokens.everything}\n` }, explains: /line break/ },
    { submission: { ...valid, access_token: "eyJhbGciOiJFUzI1NiJ9" }, explains: /isn't an access token/ },
    { submission: { ...valid, access_token: `eyJ.${"a".repeat(4096)}.b` }, explains: /isn't an access token/ },
    { submission: { ...valid, access_token: "" }, explains: /empty/ },
    { submission: { ...valid, access_token: 7 }, explains: /missing/ },
    { submission: { ...valid, origin: "https://connect.internal" }, explains: /not its address/ },
    { submission: { access_token: tokens.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ status: 400, message: text }],
  actions: {
    "projects.list": {
      inputs: [{}, { page: 2, perPage: 1 }],
      refusedInputs: [{ page: 0 }, { more: 1 }],
      emptyAnswer: [],
    },
    "configs.list": {
      inputs: [{ project: vaultId }, { project: vaultId, environment: "prod" }],
      refusedInputs: [
        {},
        ...badProjects.map((project) => ({ project })),
        ...badConfigs.map((environment) => ({ project: vaultId, environment })),
      ],
      emptyAnswer: [],
    },
    "secrets.names.list": {
      inputs: [at, { ...at, config: "a tag with é" }],
      refusedInputs: [{}, ...badAddresses(at)],
      emptyAnswer: [],
    },
    "secrets.get": {
      inputs: [secret, { ...at, config: "prod/eu", name: "API_KEY" }, { ...at, name: "LOGIN" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "NEW_NAME" }, { ...set, value: "another-value" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        { ...set, value: "x".repeat(65_537) },
        { ...set, visibility: "masked" },
      ],
      emptyAnswer: [],
    },
    "secrets.delete": {
      inputs: [secret],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
      emptyAnswer: [],
    },
  },
};

/** The examples of the suite for secrets managers. */
export const onepasswordSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
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
