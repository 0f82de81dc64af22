/** The provider for Infisical. */
export { infisical } from "./manifest.ts";
