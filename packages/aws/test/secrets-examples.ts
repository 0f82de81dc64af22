/** Examples shared by AWS's two secrets managers. */
import {
  refusedFields,
  secretsInputs,
  type ProviderExamples,
  type SecretsManagerExamples,
} from "@svc/provider-kit/testing";
import { awsCredential } from "../simulator/index.ts";

const at = { project: "app", config: "prod" };
const free = "NEW_NAME";
const valid = awsCredential("everything");
const id = (prefix: string) => `${prefix}IOSFODNN7EXAMPLE`;

/** The differences: another secret that can be set, and the values that the schemas refuse. */
type Own = { settable: string; parts?: readonly string[]; values: readonly string[] };

/** Examples of keys and inputs. */
export function awsExamples({ settable, parts = [], values }: Own): ProviderExamples {
  const badParts = ["", "a/b", "/", "a b", "é", "a*", "a".repeat(151), ...parts];
  return {
    acceptedSubmissions: [valid, { ...valid, region: "us-east-1" }, { ...valid, region: "ap-southeast-7" }],
    refusedSubmissions: [
      ...refusedFields(valid, "access_key_id", [
        [id("ASIA"), /temporary key/],
        [id("AIDA"), /id of a user/],
        [id("AROA"), /id of a role/],
        [valid.secret_access_key, /swapped/],
        ["AKIA12345678", /isn't the id of an access key/],
        [7, /access_key_id is missing/],
      ]),
      ...refusedFields(valid, "secret_access_key", [
        [valid.access_key_id, /40 letters/],
        [`${valid.secret_access_key}\n`, /40 letters/],
        [undefined, /secret_access_key is missing/],
      ]),
      ...refusedFields(valid, "region", [
        ["eu-west-9", /one of the listed AWS regions/],
        ["cn-north-1", /one of the listed AWS regions/],
        ["https://secretsmanager.eu-west-1.amazonaws.com", /listed AWS regions/],
      ]),
      { submission: null, explains: /missing/ },
    ],
    errorBodies: (text) => [
      { __type: text, Message: text },
      { __type: `com.amazonaws#${text}`, message: `Signature expired: ${text}` },
      { Error: { Code: text, Message: text } },
    ],
    actions: secretsInputs({
      present: { ...at, name: "API_KEY" },
      free,
      accepts: { "secrets.names.list": [{ config: "dev" }], "secrets.set": [{ name: settable }] },
      refuses: { projects: badParts, configs: badParts, values: ["", ...values] },
    }),
  };
}

/** Examples for the secrets managers' suite. */
export const awsSecrets = {
  ...at,
  present: "API_KEY",
  free,
  stored: ["canary-"],
  operationHeader: "X-Amz-Target",
} as const satisfies Partial<SecretsManagerExamples>;
