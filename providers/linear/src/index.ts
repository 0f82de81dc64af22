/** The Linear provider. */
export { linear } from "./manifest.ts";
