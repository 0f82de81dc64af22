/** Examples of keys and inputs, for the suites of the kit. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { awsCredential } from "../simulator/index.ts";

const at = { project: "app", config: "prod" };
const secret = { ...at, name: "API_KEY" };
const set = { ...secret, value: "the-value-to-write" };
const valid = awsCredential("everything");
const id = (prefix: string) => `${prefix}IOSFODNN7EXAMPLE`;

const badParts = ["", "a/b", "/", "a b", "é", "a*", "a".repeat(151), 7, null];
const badNames = ["", "lower", "A-B", "A/B", "../A", 7];
const badAddresses = (input: Record<string, unknown>) => [
  ...badParts.flatMap((part) => [
    { ...input, project: part },
    { ...input, config: part },
  ]),
  { ...input, more: 1 },
];

/** The provider's examples. */
export const secretsManagerExamples: ProviderExamples = {
  acceptedSubmissions: [valid, { ...valid, region: "us-east-1" }, { ...valid, region: "ap-southeast-7" }],
  refusedSubmissions: [
    { submission: { ...valid, access_key_id: id("ASIA") }, explains: /temporary key/ },
    { submission: { ...valid, access_key_id: id("AIDA") }, explains: /id of a user/ },
    { submission: { ...valid, access_key_id: id("AROA") }, explains: /id of a role/ },
    { submission: { ...valid, access_key_id: valid.secret_access_key }, explains: /swapped/ },
    { submission: { ...valid, access_key_id: "AKIA12345678" }, explains: /isn't the id of an access key/ },
    { submission: { ...valid, access_key_id: 7 }, explains: /access_key_id is missing/ },
    { submission: { ...valid, secret_access_key: valid.access_key_id }, explains: /40 letters/ },
    { submission: { ...valid, secret_access_key: `${valid.secret_access_key}\n` }, explains: /40 letters/ },
    { submission: { ...valid, secret_access_key: undefined }, explains: /secret_access_key is missing/ },
    { submission: { ...valid, region: "eu-west-9" }, explains: /one of the listed regions/ },
    { submission: { ...valid, region: "cn-north-1" }, explains: /one of the listed regions/ },
    { submission: { ...valid, region: "https://secretsmanager.eu-west-1.amazonaws.com" }, explains: /listed regions/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [
    { __type: text, Message: text },
    { __type: `com.amazonaws#${text}`, message: `Signature expired: ${text}` },
    { Error: { Code: text, Message: text } },
  ],
  actions: {
    "projects.list": { inputs: [{}, { page: 2, perPage: 1 }], refusedInputs: [{ page: 0 }, { more: 1 }] },
    "configs.list": {
      inputs: [{ project: "app" }, { project: "app", environment: "prod" }],
      refusedInputs: [{}, ...badParts.flatMap((part) => [{ project: part }, { project: "app", environment: part }])],
    },
    "secrets.names.list": { inputs: [at, { ...at, config: "dev" }], refusedInputs: [{}, ...badAddresses(at)] },
    "secrets.get": {
      inputs: [secret],
      refusedInputs: [...badNames.map((name) => ({ ...at, name })), ...badAddresses(secret)],
    },
    "secrets.set": {
      inputs: [set, { ...set, name: "NEW_NAME" }, { ...set, name: "BINARY" }],
      refusedInputs: [
        ...badNames.map((name) => ({ ...set, name })),
        ...badAddresses(set),
        { ...set, value: "x".repeat(65_537) },
        { ...set, value: "" },
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
export const secretsManagerSecrets: SecretsManagerExamples = {
  ...at,
  present: "API_KEY",
  free: "NEW_NAME",
  keepsDeletedNames: true,
  stored: ["canary-"],
  operationHeader: "X-Amz-Target",
  routes: [
    "POST /secretsmanager.ListSecrets",
    "POST /secretsmanager.DescribeSecret",
    "POST /secretsmanager.GetSecretValue",
    "POST /secretsmanager.CreateSecret",
    "POST /secretsmanager.PutSecretValue",
    "POST /secretsmanager.DeleteSecret",
  ],
  readme: new URL("../README.md", import.meta.url),
};
