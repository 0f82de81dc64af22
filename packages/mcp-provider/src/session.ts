/** Opens a session with a server, and reads with it. */
import { ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import {
  handshakeRevisions,
  initializedNotification,
  initializeRequest,
  isStateless,
  rpcRequest,
  type Session,
} from "./messages.ts";
import { judgeMessage } from "./verdict.ts";

type Result = Readonly<Record<string, unknown>>;

/**
 * Opens a session. A server without sessions needs no request for that.
 * @param revision what the server spoke when it was reviewed.
 * @throws ProviderFailure if the server doesn't speak a revision that svc knows.
 */
export async function openSession(port: ReadPort, path: readonly string[], revision: string): Promise<Session> {
  if (isStateless({ revision })) return { path, revision, sessionId: null };
  const { body, headers } = await port.read(initializeRequest(path), { accept: [200] });
  const { protocolVersion } = resultOf(body);
  if (typeof protocolVersion !== "string" || !handshakeRevisions.includes(protocolVersion)) {
    throw fault("The server speaks none of the revisions of MCP that svc knows.");
  }
  const session = { path, revision: protocolVersion, sessionId: headers["mcp-session-id"] ?? null };
  await port.read(initializedNotification(session), { accept: [200, 202, 204] });
  return session;
}

/** Calls a tool that only reads. It is called once, because that it only reads is the server's word. */
export async function readTool(port: ReadPort, session: Session, name: string, args: unknown): Promise<Result> {
  const request = rpcRequest(session, "tools/call", { name, arguments: args });
  return resultOf((await port.read({ ...request, once: true }, { accept: [200] })).body);
}

/** Asks for the first page of the tools, which shows that a credential works. */
export async function readTools(port: ReadPort, session: Session): Promise<void> {
  resultOf((await port.read(rpcRequest(session, "tools/list"), { accept: [200] })).body);
}

function resultOf(body: unknown): Result {
  const verdict = judgeMessage(body);
  if (verdict.kind === "result") return verdict.result;
  if (verdict.kind === "refused") throw new ProviderFailure(verdict.refusal);
  throw fault(
    isRecord(body) && body["error"] !== undefined
      ? "The server answered with an error of its own."
      : "The server's response isn't a complete result.",
  );
}

/** A fault of the server. */
export function fault(detail: string): ProviderFailure {
  return new ProviderFailure({ code: "PROVIDER_ERROR", detail });
}
