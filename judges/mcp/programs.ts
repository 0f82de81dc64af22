/** Other people's MCP servers, as programs to start. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const packaged = (path: string): string => join(here, "node_modules", path);
const own = (name: string): string => join(here, "servers", name);

/** The reference server with every feature of the protocol, and the one for files, which speaks only on its streams. */
export const everything: string = packaged("@modelcontextprotocol/server-everything/dist/index.js");
export const filesystem: string = packaged("@modelcontextprotocol/server-filesystem/dist/index.js");
/** Serves such a program over HTTP, with the official transports. */
export const bridge: string = own("bridge.mjs");
/** The same small server, written with each SDK. */
export const typescriptCounter: string = own("typescript-counter.mjs");
export const pythonCounter: string = own("sdk_counter.py");
export const fastmcpCounter: string = own("fastmcp_counter.py");

/** A vendor's server, and what it needs to list its tools. */
export type VendorServer = { vendor: string; package: string; program: string; env: Readonly<Record<string, string>> };

/** Servers that list their tools without an account. */
export const vendorServers: readonly VendorServer[] = [
  {
    vendor: "Notion",
    package: "@notionhq/notion-mcp-server",
    program: packaged("@notionhq/notion-mcp-server/bin/cli.mjs"),
    env: { NOTION_TOKEN: "none" },
  },
  {
    vendor: "HubSpot",
    package: "@hubspot/mcp-server",
    program: packaged("@hubspot/mcp-server/dist/index.js"),
    env: { PRIVATE_APP_ACCESS_TOKEN: "none" },
  },
  {
    vendor: "MongoDB",
    package: "mongodb-mcp-server",
    program: packaged("mongodb-mcp-server/dist/esm/index.js"),
    env: { MDB_MCP_TELEMETRY: "disabled", MDB_MCP_CONNECTION_STRING: "mongodb://127.0.0.1:1" },
  },
  {
    vendor: "Microsoft (Playwright)",
    package: "@playwright/mcp",
    program: packaged("@playwright/mcp/cli.js"),
    env: {},
  },
  {
    vendor: "Google (Chrome DevTools)",
    package: "chrome-devtools-mcp",
    program: packaged("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
    env: { CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: "1" },
  },
];

/** The pinned version of one of the packages. */
export function versionOf(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return dependencies[name] ?? "";
}
