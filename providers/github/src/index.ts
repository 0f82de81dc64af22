/** GitHub: typed actions through its REST API, with OAuth. */
export { github } from "./manifest.ts";
