/** Examples of tokens and inputs, for the suites of the kit. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { projectId, tokens } from "../simulator/index.ts";

const at = { project: projectId, config: "prod" };
const free = "NEW_NAME";
const valid = { origin: "eu", access_token: tokens.everything };

/** The provider's examples. */
export const infisicalExamples: ProviderExamples = {
  acceptedSubmissions: [valid, { origin: "us", access_token: tokens.describer }],
  refusedSubmissions: [
    ...refusedFields(valid, "access_token", [
      ["st.3f9a.7c1e5b2d.4c8ea1f03d6b", /a service token/],
      ["ak.3f9a7c1e5b2d.4c8ea1f03d6b", /API key of a user/],
      ["9f3a7c1e-5b2d-4c8e-a1f0-3d6b9e2c7a54", /client ID of Universal Auth/],
      ["9f3a7c1e".repeat(8), /client secret of Universal Auth/],
      [`${tokens.everything}\n`, /line break/],
      [`${tokens.everything}.more`, /isn't an access token/],
      [`eyJ.${"a".repeat(2050)}.b`, /isn't an access token/],
      ["", /empty/],
      [7, /missing/],
    ]),
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

/** The examples of the suite for secrets managers. */
export const infisicalSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-"],
  trims: true,
  routes: [
    "GET /api/v1/projects",
    "GET /api/v1/projects/*",
    "GET /api/v2/folders",
    "GET /api/v4/secrets?viewSecretValue=false",
    "GET /api/v4/secrets/*",
    "POST /api/v4/secrets/*",
    "PATCH /api/v4/secrets/*",
    "DELETE /api/v4/secrets/*",
  ],
  readme: new URL("../README.md", import.meta.url),
};
