/** Starts other people's MCP servers on loopback, and inspects them. */
import { freePort } from "../../../tools/free-port.ts";
import { startProgram } from "../../../tools/real-servers/started.ts";
import { bridge } from "../../../judges/mcp/programs.ts";
import { inspect, type Fetch, type ServerFacts } from "../src/index.ts";

/** How a server is started, apart from its port. */
export type ForeignProgram = {
  name: string;
  command: string;
  /** Its arguments, given its port. */
  args: (port: string) => readonly string[];
  env?: (port: string) => Readonly<Record<string, string>>;
};

/** A running server. */
export type ForeignServer = { url: string; close: () => Promise<void> };

/** Starts a server that speaks HTTP itself. */
export async function startForeign({ name, command, args, env }: ForeignProgram): Promise<ForeignServer> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/mcp`;
  const { PATH, HOME } = process.env;
  const all = { PATH, HOME, ...env?.(port) };
  const close = await startProgram({ name, command, args: args(port), env: all, readyUrl: url, isReadyAnyhow: true });
  return { url, close };
}

/** Starts a server that speaks on its standard streams, behind the bridge. */
export function startBridged(
  name: string,
  program: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ForeignServer> {
  const command = process.execPath;
  return startForeign({ name, command, args: (port) => [bridge, port, command, ...program], env: () => env });
}

const plainFetch: Fetch = async (url, { method, headers, body }) => {
  const response = await fetch(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
  return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
};

/** Inspects a server that wants no credential. @throws Error if it does. */
export async function factsOf({ url }: ForeignServer): Promise<ServerFacts> {
  const found = await inspect(url, { fetch: plainFetch });
  if (found.kind !== "facts") throw new Error("The server wants a credential.");
  return found.facts;
}
