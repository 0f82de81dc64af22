/** Google's own client for Cloud KMS. */
export { KeyManagementServiceClient } from "@google-cloud/kms";
