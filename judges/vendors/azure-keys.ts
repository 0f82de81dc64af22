/** Microsoft's own clients for keys in Key Vault. */
export { createDefaultHttpClient, type HttpClient } from "@azure/core-rest-pipeline";
export { CryptographyClient, KeyClient } from "@azure/keyvault-keys";
