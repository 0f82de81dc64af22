/** The provider for HashiCorp Vault's KV v2 and OpenBao. */
export { vault } from "./manifest.ts";
