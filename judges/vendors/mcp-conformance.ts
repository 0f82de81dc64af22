/** The conformance suite of the Model Context Protocol. */
import { fileURLToPath } from "node:url";

/** Its program, for Node. */
export const mcpConformance: string = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"),
);
