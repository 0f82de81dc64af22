/** Microsoft's own clients for Azure. */
export { createDefaultHttpClient, type HttpClient } from "@azure/core-rest-pipeline";
export { ClientSecretCredential } from "@azure/identity";
export { SecretClient } from "@azure/keyvault-secrets";
