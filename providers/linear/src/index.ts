/** The Linear provider. */
export { linear, linear as provider } from "./manifest.ts";
