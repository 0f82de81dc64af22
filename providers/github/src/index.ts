/** GitHub: typed actions over its REST API, by OAuth. */
export { github } from "./manifest.ts";
