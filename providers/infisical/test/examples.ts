/** Example tokens and inputs for the kit's test suites. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { clients, projectId, tokens } from "../simulator/index.ts";

const at = { project: projectId, config: "prod" };
const free = "NEW_NAME";
const valid = { origin: "eu", access_token: tokens.everything };
const client = { origin: "eu", ...clients.everything };
const { client_id, client_secret } = clients.everything;

/** The provider's examples. */
export const infisicalExamples: ProviderExamples = {
  ownWords: [/^(?:Universal|Token) Auth$/],
  acceptedSubmissions: [valid, { origin: "us", access_token: tokens.describer }, client],
  refusedSubmissions: [
    ...refusedFields(valid, "access_token", [
      ["st.3f9a.7c1e5b2d.4c8ea1f03d6b", /a service token/],
      ["ak.3f9a7c1e5b2d.4c8ea1f03d6b", /a user's API key/],
      [client_id, /has a client ID, which belongs/],
      [client_secret, /has a client secret, which belongs/],
      [`${tokens.everything}\n`, /a line break/],
      [`${tokens.everything}.more`, /isn't an access token/],
      [`eyJ.${"a".repeat(2050)}.b`, /isn't an access token/],
      ["", /empty/],
      [7, /access_token isn't a string/],
    ]),
    ...refusedFields(client, "client_id", [
      [client_secret, /has a client secret, which belongs/],
      [client_id.toUpperCase(), /client_id isn't a client ID/],
      [7, /client_id isn't a string/],
    ]),
    ...refusedFields(client, "client_secret", [
      [client_id, /has a client ID, which belongs/],
      [tokens.everything, /has an access token, which belongs/],
      [client_secret.slice(1), /isn't a client secret/],
      [`${client_secret} `, /a space or a line break/],
      ["", /client_secret is empty/],
    ]),
    { submission: { origin: "eu", client_id }, explains: /client_secret is missing/ },
    { submission: { origin: "eu", client_secret }, explains: /client_id is missing/ },
    { submission: { ...valid, ...client }, explains: /two credentials/ },
    { submission: { ...valid, client_id }, explains: /two credentials/ },
    { submission: { ...valid, client_secret }, explains: /two credentials/ },
    { submission: { origin: "eu" }, explains: /credential is missing/ },
    { submission: { ...client, origin: "https://eu.infisical.com" }, explains: /not its address/ },
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
  actions: secretsInputs({
    present: { ...at, name: "API_KEY" },
    free,
    accepts: {
      "configs.list": [{ environment: "prod/payments" }],
      "secrets.names.list": [{ config: "prod/payments" }, { config: "prod/payments/eu" }],
      "secrets.get": [{ config: "prod/payments" }],
      "secrets.set": [{ name: "NOTED", value: "another-value\n" }],
    },
    refuses: {
      projects: ["", "a/b", "..", "a b", "x".repeat(65)],
      configs: ["", "/", "/prod", "prod/", "prod//a", "..", "prod/..", "prod/a b", "prod\n"],
      values: [" a", "a ", "\ta", "a\n\n", " ", "\u00a0", "a\u2028", "x".repeat(65_537)],
    },
  }),
};

/** The examples for the kit's suite for secrets managers. */
export const infisicalSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-"],
  trims: true,
  routes: [
    "POST /api/v1/auth/universal-auth/login",
    "GET /api/v1/projects",
    "GET /api/v1/folders",
    "GET /api/v2/folders",
    "GET /api/v4/secrets?viewSecretValue=false",
    "GET /api/v4/secrets/*",
    "POST /api/v4/secrets/*",
    "PATCH /api/v4/secrets/*",
    "DELETE /api/v4/secrets/*",
  ],
  readme: new URL("../README.md", import.meta.url),
};
