/** Example keys and inputs for the kit's suites. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { awsExamples, awsSecrets } from "../../../packages/aws/test/secrets-examples.ts";

/** The provider's examples. */
export const parameterStoreExamples: ProviderExamples = awsExamples({
  settable: "DB_PASSWORD",
  parts: ["a@b"],
  values: ["x".repeat(4097)],
});

/** The examples for the kit's suite for secrets managers. */
export const parameterStoreSecrets: SecretsManagerExamples = {
  ...awsSecrets,
  routes: [
    "POST /AmazonSSM.DescribeParameters",
    "POST /AmazonSSM.GetParameter",
    "POST /AmazonSSM.PutParameter",
    "POST /AmazonSSM.DeleteParameter",
  ],
  readme: new URL("../README.md", import.meta.url),
};
