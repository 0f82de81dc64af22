/**
 * Serves a program that speaks MCP on its standard streams over Streamable HTTP, with the official transports; the
 * messages pass unchanged. Arguments: the port, and the program with its arguments.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const [port, command, ...args] = process.argv.slice(2);
const sessions = new Map();

async function open() {
  const program = new StdioClientTransport({ command, args, stderr: "ignore", env: { ...process.env } });
  const web = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, web),
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the transports have no events
  web.onmessage = (message) => void program.send(message);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
  program.onmessage = (message) => void web.send(message).catch(() => undefined);
  await Promise.all([program.start(), web.start()]);
  return web;
}

createServer(async (request, response) => {
  const web = sessions.get(request.headers["mcp-session-id"]) ?? (await open());
  await web.handleRequest(request, response);
}).listen(Number(port), "127.0.0.1");
