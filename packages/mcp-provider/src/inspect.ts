/** Asks a server what it is and which tools it has. Sends only with the `fetch` that it is given, which limits where to. */
import { isName, parseJsonStrict } from "@svc/contract";
import { acceptedType, type ProviderRequest, readRpc } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { type Discovered, discoverAuthorization } from "./discovery.ts";
import { endpointFault, endpointParts } from "./endpoint.ts";
import type { AuthorizationFacts, JsonObject, ServerFacts, ToolFacts } from "./facts.ts";
import { limits } from "./limits.ts";
import {
  handshakeRevisions,
  initializedNotification,
  initializeRequest,
  rpcRequest,
  type Session,
  statelessRevision,
} from "./messages.ts";
import { InspectionFault, type Fetch, type Fetched, type PlaceCheck } from "./fetching.ts";
import { sessionEnd } from "./session-end.ts";

/** The options of an inspection. */
export type InspectOptions = {
  fetch: Fetch;
  /** Checks the addresses of its authorization server; by default, only `fetch` does. */
  placeFault?: PlaceCheck;
  /** Whether to ask only for the tools, and not for the authorization server. */
  onlyTools?: boolean;
  /** A bearer token, for a server that lists its tools only with one. It is sent to the server's own address alone. */
  token?: string;
};

/** What an inspection found. */
export type Inspection =
  | {
      kind: "facts";
      facts: ServerFacts;
      /** Why svc can't use the authorization server that it names; null if it can, or if it names none. */
      authorizationFault: string | null;
      /** Tools that can't be part of a review, and why. */
      leftOut: readonly { name: string; reason: string }[];
    }
  /** The server lists its tools only with a credential. */
  | { kind: "needs_credential"; authorization: AuthorizationFacts | "bearer"; authorizationFault: string | null };

/**
 * Inspects a server.
 * @throws InspectionFault with a sentence of svc's own, if there's no MCP server at the address, or it breaks the protocol.
 */
export async function inspect(url: string, options: InspectOptions): Promise<Inspection> {
  const addressFault = endpointFault(url);
  if (addressFault !== null) throw new InspectionFault(addressFault);
  const opened = await open(url, options);
  const { session } = opened;
  const listed = session === null ? null : await listAndEnd(url, session, options);
  const discovered = await discover(url, opened.challenge, options);
  const found = discovered.kind === "found" ? discovered.facts : null;
  const authorizationFault = discovered.kind === "fault" ? discovered.fault : null;
  if (session === null || listed === null) {
    return { kind: "needs_credential", authorization: found ?? "bearer", authorizationFault };
  }
  const { tools, leftOut } = listed;
  const facts: ServerFacts = {
    url,
    protocol: session.revision,
    server: opened.server,
    authorization: found ?? (options.token === undefined ? null : "bearer"),
    tools,
  };
  return { kind: "facts", facts, authorizationFault, leftOut };
}

async function discover(url: string, challenge: string | null, options: InspectOptions): Promise<Discovered> {
  if (options.onlyTools === true) return { kind: "none" };
  const { fetch: sendOut, token, placeFault = () => Promise.resolve(null) } = options;
  const told = token === undefined ? challenge : await challengeWithout(url, sendOut);
  return await discoverAuthorization(url, told, { fetch: sendOut, placeFault });
}

/** What the server says to somebody without a credential: only then does it say where its metadata is. */
async function challengeWithout(url: string, sendOut: Fetch): Promise<string | null> {
  const { path } = endpointParts(url);
  const stateless: Session = { path, revision: statelessRevision, sessionId: null };
  const { status, header } = await send(url, rpcRequest(stateless, "server/discover"), { fetch: sendOut });
  return status === 401 ? header("www-authenticate") : null;
}

type Opened = { session: Session | null; server: ServerFacts["server"]; challenge: string | null };

/** Opens a session in the newest revision that the server speaks; null if it wants a credential first. */
async function open(url: string, options: InspectOptions): Promise<Opened> {
  const { path } = endpointParts(url);
  const stateless: Session = { path, revision: statelessRevision, sessionId: null };
  const probed = await send(url, rpcRequest(stateless, "server/discover"), options);
  if (probed.status === 401) return { session: null, server: unnamed, challenge: probed.header("www-authenticate") };
  const discovered = resultIn(probed);
  const { supportedVersions, _meta: meta } = discovered ?? {};
  if (Array.isArray(supportedVersions) && supportedVersions.includes(statelessRevision)) {
    const named = isRecord(meta) ? meta["io.modelcontextprotocol/serverInfo"] : null;
    return { session: stateless, server: readServer(named), challenge: null };
  }
  const begun = await send(url, initializeRequest(path), options);
  if (begun.status === 401) return { session: null, server: unnamed, challenge: begun.header("www-authenticate") };
  const result = resultIn(begun);
  if (result === null) throw new InspectionFault(noServer(begun));
  const { protocolVersion, serverInfo } = result;
  if (typeof protocolVersion !== "string" || !handshakeRevisions.includes(protocolVersion)) {
    throw new InspectionFault("The server speaks none of the revisions of MCP that svc knows.");
  }
  const session: Session = { path, revision: protocolVersion, sessionId: begun.header("mcp-session-id") };
  await send(url, initializedNotification(session), options);
  return { session, server: readServer(serverInfo), challenge: null };
}

function noServer({ status }: Fetched): string {
  if (status >= 300 && status < 400)
    return "It redirects, which svc doesn't follow: give the address that it leads to.";
  return "There's no MCP server over Streamable HTTP at this address.";
}

async function listAndEnd(url: string, session: Session, options: InspectOptions): Promise<Listed | null> {
  try {
    return await listTools(url, session, options);
  } finally {
    await end(url, session, options);
  }
}

/** Ends the session of an inspection. Whatever the server says to that means nothing for what it said before. */
async function end(url: string, session: Session, options: InspectOptions): Promise<void> {
  const request = sessionEnd(rpcRequest(session, "tools/list"));
  if (request === null) return;
  try {
    await options.fetch(url, { method: "DELETE", headers: { ...request.headers, ...credentialOf(options) } });
  } catch (error) {
    if (!(error instanceof InspectionFault)) throw error;
  }
}

type Listed = { tools: ToolFacts[]; leftOut: { name: string; reason: string }[] };

/** Reads every page of the tools; null if the server wants a credential for that. */
async function listTools(url: string, session: Session, options: InspectOptions): Promise<Listed | null> {
  const listed: Listed = { tools: [], leftOut: [] };
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < limits.pagesMax; page += 1) {
    const answer = await send(url, rpcRequest(session, "tools/list", cursor === undefined ? {} : { cursor }), options);
    if (answer.status === 401) return null;
    const result = resultIn(answer);
    if (result === null || !Array.isArray(result["tools"]))
      throw new InspectionFault("The server doesn't list its tools.");
    for (const tool of result["tools"] as unknown[]) readTool(tool, listed);
    if (listed.tools.length > limits.toolsMax) {
      throw new InspectionFault(`The server has more than ${String(limits.toolsMax)} tools.`);
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || nextCursor === "") return listed;
    if (cursors.has(nextCursor)) throw new InspectionFault("The server's list of tools leads back to an earlier page.");
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  throw new InspectionFault(`The server's list of tools has more than ${String(limits.pagesMax)} pages.`);
}

function readTool(given: unknown, { tools, leftOut }: Listed): void {
  const {
    name,
    title,
    description = "",
    inputSchema,
    outputSchema,
    annotations,
  } = Object(given) as Record<string, unknown>;
  const isNamed = typeof name === "string" && name !== "" && name.length <= limits.nameCharsMax;
  const shown = isNamed ? name : "a tool without a usable name";
  const leaveOut = (reason: string) => void leftOut.push({ name: shown, reason });
  const hinted = isRecord(annotations) ? annotations : null;
  const said = title ?? hinted?.["title"];
  if (!isNamed) return leaveOut(`A name has 1 to ${String(limits.nameCharsMax)} characters.`);
  if (!isName(name)) return leaveOut("Its name has characters that can't be seen.");
  if (tools.some((tool) => tool.name === name)) return leaveOut("Another tool has the same name.");
  if (typeof description !== "string" || description.length > limits.descriptionCharsMax) {
    return leaveOut("Its description isn't a text, or is too long.");
  }
  if (!isRecord(inputSchema)) return leaveOut("It has no schema for its arguments.");
  const tool = {
    name,
    title: typeof said === "string" && said.length <= 200 ? said : null,
    description,
    inputSchema: inputSchema as JsonObject,
    outputSchema: isRecord(outputSchema) ? (outputSchema as JsonObject) : null,
    annotations: hinted as JsonObject | null,
  };
  // A review is a text, in which svc accepts no names such as __proto__ and no lone surrogates.
  const isKept = parseJsonStrict(JSON.stringify(tool), { depthMax: 48, keysMax: 20_000, valuesMax: 80_000 });
  if (!isKept.ok) return leaveOut(`svc doesn't accept its description: ${isKept.reason}`);
  tools.push(tool);
}

async function send(
  url: string,
  request: ProviderRequest,
  { fetch: sendOut, token }: InspectOptions,
): Promise<Fetched> {
  const headers = {
    accept: acceptedType(request),
    "content-type": "application/json",
    ...request.headers,
    ...credentialOf({ token }),
  };
  return await sendOut(url, { method: "POST", headers, body: JSON.stringify(request.json) });
}

function credentialOf({ token }: { token?: string | undefined }): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** The result in a response; null if it has none. Every request has the same id. */
function resultIn({ status, text }: Fetched): Readonly<Record<string, unknown>> | null {
  if (status !== 200) return null;
  const result = readRpc(text, "1").response?.["result"];
  return isRecord(result) ? result : null;
}

const unnamed: ServerFacts["server"] = { name: "unnamed", title: null, version: "unknown" };

function readServer(given: unknown): ServerFacts["server"] {
  const { name, title, version } = Object(given) as Record<string, unknown>;
  const textOf = (value: unknown, max: number): string | null =>
    typeof value === "string" && value.trim() !== "" && value.length <= max ? value : null;
  return {
    name: textOf(name, 200) ?? unnamed.name,
    title: textOf(title, 200),
    version: textOf(version, 100) ?? unnamed.version,
  };
}
