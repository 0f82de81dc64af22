/** Example keys and inputs for the kit's suites. */
import type { ProviderExamples, SecretsManagerExamples } from "@svc/provider-kit/testing";
import { awsExamples, awsSecrets } from "../../../packages/aws/test/secrets-examples.ts";

/** The provider's examples. */
export const secretsManagerExamples: ProviderExamples = awsExamples({
  settable: "BINARY",
  values: ["x".repeat(65_537)],
});

/** The examples for the kit's suite for secrets managers. */
export const secretsManagerSecrets: SecretsManagerExamples = {
  ...awsSecrets,
  keepsDeletedNames: true,
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
