/** The Notion provider. */
export { notion, notion as provider } from "./manifest.ts";
