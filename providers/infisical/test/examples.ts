/** Examples of tokens and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { clients, projectId, tokens } from "../simulator/index.ts";

const at = { project: projectId, config: "prod" };
const secret = { ...at, name: "API_KEY" };
const set = { ...secret, value: "the-value-to-write" };
const valid = { origin: "eu", access_token: tokens.everything };
const client = { origin: "eu", ...clients.everything };
const { client_id, client_secret } = clients.everything;

const badNames = ["", "lower", "A-B", "A/B", "../A", 7];
const badConfigs = ["", "/", "/prod", "prod/", "prod//a", "..", "prod/..", "prod/a b", "prod\n", 7, null];
const badProjects = ["", "a/b", "..", "a b", "x".repeat(65), 7, null];
const badAddresses = (input: Record<string, unknown>) => [
  ...badProjects.map((project) => ({ ...input, project })),
  ...badConfigs.map((config) => ({ ...input, config })),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const infisicalExamples: ProviderExamples = {
  acceptedSubmissions: [valid, { origin: "us", access_token: tokens.describer }, client],
  refusedSubmissions: [
    { submission: { ...valid, access_token: "st.3f9a.7c1e5b2d.4c8ea1f03d6b" }, explains: /a service token/ },
    { submission: { ...valid, access_token: "ak.3f9a7c1e5b2d.4c8ea1f03d6b" }, explains: /API key of a user/ },
    { submission: { ...valid, access_token: client_id }, explains: /has a client ID, which belongs/ },
    { submission: { ...valid, access_token: client_secret }, explains: /has a client secret, which belongs/ },
    { submission: { ...client, client_id: client_secret }, explains: /has a client secret, which belongs/ },
    { submission: { ...client, client_id: client_id.toUpperCase() }, explains: /client_id isn't a client ID/ },
    { submission: { ...client, client_id: 7 }, explains: /client_id isn't a text/ },
    { submission: { ...client, client_secret: client_id }, explains: /has a client ID, which belongs/ },
    { submission: { ...client, client_secret: tokens.everything }, explains: /has an access token, which belongs/ },
    { submission: { ...client, client_secret: client_secret.slice(1) }, explains: /isn't a client secret/ },
    { submission: { ...client, client_secret: `${client_secret} ` }, explains: /a space or a line break/ },
    { submission: { ...client, client_secret: "" }, explains: /client_secret is empty/ },
    { submission: { origin: "eu", client_id }, explains: /client_secret is missing/ },
    { submission: { origin: "eu", client_secret }, explains: /client_id is missing/ },
    { submission: { ...valid, ...client }, explains: /two credentials/ },
    { submission: { ...valid, client_id }, explains: /two credentials/ },
    { submission: { ...valid, client_secret }, explains: /two credentials/ },
    { submission: { origin: "eu" }, explains: /credential is missing/ },
    { submission: { ...client, origin: "https://eu.infisical.com" }, explains: /not its address/ },
    { submission: { ...valid, access_token: `${tokens.everything}\n` }, explains: /a line break/ },
    { submission: { ...valid, access_token: `${tokens.everything}.more` }, explains: /isn't an access token/ },
    { submission: { ...valid, access_token: `eyJ.${"a".repeat(2050)}.b` }, explains: /isn't an access token/ },
    { submission: { ...valid, access_token: "" }, explains: /empty/ },
    { submission: { ...valid, access_token: 7 }, explains: /access_token isn't a text/ },
    { submission: { ...valid, origin: "https://eu.infisical.com" }, explains: /not its address/ },
    { submission: { access_token: tokens.everything }, explains: /origin/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [
    { reqId: text, statusCode: 400, error: "BadRequest", message: text },
    { reqId: text, statusCode: 400, error: text, message: `Secret already exist ${text}` },
    { error: "PermissionDenied", message: text, details: [{ subject: text }] },
    { error: "ValidationFailure", message: [{ path: [text] }] },
    { secret: { id: text, secretValue: text } },
    { approval: { id: text, slug: text } },
  ],
  actions: {
    "projects.list": { inputs: [{}, { page: 2, perPage: 1 }], refusedInputs: [{ page: 0 }, { more: 1 }] },
    "configs.list": {
      inputs: [
        { project: projectId },
        { project: projectId, environment: "prod" },
        { project: projectId, environment: "prod/payments" },
      ],
      refusedInputs: [
        {},
        ...badProjects.map((project) => ({ project })),
        ...badConfigs.map((environment) => ({ project: projectId, environment })),
      ],
    },
    "secrets.names.list": {
      inputs: [at, { ...at, config: "prod/payments" }, { ...at, config: "prod/payments/eu" }],
      refusedInputs: [{}, ...badAddresses(at)],
    },
    "secrets.get": {
      inputs: [secret, { ...at, config: "prod/payments", name: "API_KEY" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "NEW_NAME" }, { ...set, name: "NOTED", value: "another-value\n" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        ...[" a", "a ", "\ta", "a\n\n", " ", "\u00a0", "a\u2028"].map((value) => ({ ...set, value })),
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
export const infisicalSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
  stored: ["canary-"],
  trims: true,
  routes: [
    "POST /api/v1/auth/universal-auth/login",
    "GET /api/v1/projects",
    "GET /api/v1/folders",
    "GET /api/v2/folders",
    "GET /api/v4/secrets",
    "GET /api/v4/secrets/*",
    "POST /api/v4/secrets/*",
    "PATCH /api/v4/secrets/*",
    "DELETE /api/v4/secrets/*",
  ],
  readme: new URL("../README.md", import.meta.url),
};
