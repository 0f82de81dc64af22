/** A server of the official TypeScript SDK that counts, in both eras of the protocol. Arguments: the port. */
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const texts = [];
const Counted = z.object({ count: z.number().int(), last: z.string().nullable() });

function counted() {
  const structuredContent = { count: texts.length, last: texts.at(-1) ?? null };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

function makeServer() {
  const server = new McpServer({ name: "typescript-sdk", version: "1.0.0" });
  server.registerTool(
    "count",
    { description: "How often something was added.", outputSchema: Counted, annotations: { readOnlyHint: true } },
    counted,
  );
  server.registerTool(
    "add",
    {
      description: "Adds a text.",
      inputSchema: z.object({ text: z.string().describe("What to add."), note: z.string().nullish() }),
      outputSchema: Counted,
    },
    ({ text, note }) => {
      texts.push(note === null || note === undefined ? text : `${text} (${note})`);
      return counted();
    },
  );
  server.registerTool(
    "fail",
    {
      description: "Fails without adding anything.",
      inputSchema: z.object({ text: z.string() }),
      annotations: { destructiveHint: true },
    },
    ({ text }) => {
      throw new Error(`canary: ${text}`);
    },
  );
  return server;
}

createServer(toNodeHandler(createMcpHandler(makeServer))).listen(Number(process.argv[2]), "127.0.0.1");
