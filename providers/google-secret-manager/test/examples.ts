/** Examples of keys and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { accounts, keyFileOf } from "../simulator/index.ts";

const at = { project: "harbor-prod", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const absent = { ...at, name: "NEW_NAME" };
const set = { ...secret, value: "the-value-to-write" };
const file = keyFileOf(accounts.everything);
const members = JSON.parse(file) as Record<string, unknown>;
const random = "Zk3".repeat(12);

const submission = (service_account_key: unknown) => ({ service_account_key });
const changed = (change: Record<string, unknown>) => submission(JSON.stringify({ ...members, ...change }));

const badProjects = ["", "Harbor", "a.b", "a/b", "short", "a".repeat(31), "-harbor", 7, null];
const badConfigs = ["", "a.b", "a/b", "..", "a b", "a".repeat(55), 7, null];
const badNames = ["", "lower", "A-B", "A/B", "../A", 7];
const badAddresses = (input: Record<string, unknown>) => [
  ...badProjects.map((project) => ({ ...input, project })),
  ...badConfigs.map((config) => ({ ...input, config })),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const googleExamples: ProviderExamples = {
  acceptedSubmissions: [
    submission(file),
    submission(` ${file}\n`),
    // As a form field on one line has it.
    submission(file.replaceAll("\n", "")),
    changed({ client_email: "482915073366-compute@developer.gserviceaccount.com" }),
    changed({ private_key_id: "key-7" }),
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
  actions: {
    "projects.list": {
      inputs: [{}, { page: 2, perPage: 1 }],
      refusedInputs: [{ page: 0 }, { more: 1 }],
      emptyAnswer: {},
    },
    "configs.list": {
      inputs: [{ project: at.project }, { project: at.project, environment: "prod" }],
      refusedInputs: [{}, ...badProjects.map((project) => ({ project })), { ...at, environment: "a.b" }],
      emptyAnswer: {},
    },
    "secrets.names.list": {
      inputs: [at, { ...at, config: "prod-eu" }],
      refusedInputs: [{}, ...badAddresses(at)],
      emptyAnswer: {},
    },
    "secrets.get": {
      inputs: [secret, { ...at, config: "prod-eu", name: "API_KEY" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
      aliases: ["latest"],
    },
    "secrets.create": {
      inputs: [absent, { ...absent, config: "new-config" }],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(absent)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "EMPTY" }, { ...set, name: "DISABLED" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        { ...set, value: "" },
        { ...set, value: "x".repeat(65_537) },
        { ...set, visibility: "masked" },
      ],
      aliases: ["latest"],
    },
    "secrets.delete": {
      inputs: [secret],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
  },
};

/** The examples of the suite for secrets managers. */
export const googleSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
  stored: ["canary-prod", "Y2FuYXJ5LXBy"],
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
