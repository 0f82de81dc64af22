/** Google's own client for Secret Manager. */
export { SecretManagerServiceClient } from "@google-cloud/secret-manager";
