/** The provider for AWS Secrets Manager. */
export { awsSecretsManager } from "./manifest.ts";
