/** The provider for 1Password Connect servers. */
export { onepassword } from "./manifest.ts";
