/** Azure Key Vault as a provider. */
export { azureKeyVault, azureKeyVault as provider } from "./manifest.ts";
