/** The secrets provider. */
export { doppler } from "./manifest.ts";
