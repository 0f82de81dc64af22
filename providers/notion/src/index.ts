/** The Notion provider. */
export { notion } from "./manifest.ts";
