/** Google Secret Manager as a provider. */
export { googleSecretManager, googleSecretManager as provider } from "./manifest.ts";
