/** Opens a session with a server, and reads with it. */
import { ProviderFailure, type ProviderRequest, type ReadPort, type Refusal } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import {
  handshakeRevisions,
  initializedNotification,
  initializeRequest,
  isStateless,
  rpcRequest,
  type Session,
} from "./messages.ts";
import { judgeMessage, sessionEnded } from "./verdict.ts";

type Result = Readonly<Record<string, unknown>>;

/** A server's address, and the revision that it spoke when it was reviewed. */
export type Place = { path: readonly string[]; revision: string };

/** Whether a failure is exactly this refusal. Classes don't tell: any copy's `ProviderFailure` is an instance of each. */
export function isRefusal(error: unknown, refusal: Refusal): boolean {
  return error instanceof ProviderFailure && error.refusal === refusal;
}

/**
 * Opens a session, and does something in it that changes nothing. If the server has ended the session by then, does it
 * once more in another one.
 * @throws ProviderFailure if the server doesn't speak a revision that svc knows, and whatever the work throws.
 */
export async function inSession<Done>(
  port: ReadPort,
  place: Place,
  work: (session: Session) => Promise<Done>,
): Promise<{ session: Session; done: Done }> {
  const tryOnce = async () => {
    const session = await handshake(port, place);
    return { session, done: await work(session) };
  };
  try {
    return await tryOnce();
  } catch (error) {
    if (!isRefusal(error, sessionEnded)) throw error;
    return await tryOnce();
  }
}

/** Opens a session. @throws ProviderFailure if the server doesn't speak a revision that svc knows. */
export async function openSession(port: ReadPort, place: Place): Promise<Session> {
  return (await inSession(port, place, () => Promise.resolve())).session;
}

/** A server without sessions needs no request for this. */
async function handshake(port: ReadPort, { path, revision }: Place): Promise<Session> {
  if (isStateless({ revision })) return { path, revision, sessionId: null };
  const { body, headers } = await port.read(initializeRequest(path), { accept: [200] });
  const { protocolVersion } = resultOf(body);
  if (typeof protocolVersion !== "string" || !handshakeRevisions.includes(protocolVersion)) {
    throw fault("The server speaks none of the revisions of MCP that svc knows.");
  }
  const session = { path, revision: protocolVersion, sessionId: headers["mcp-session-id"] ?? null };
  await readIn(port, session, initializedNotification(session), [200, 202, 204]);
  return session;
}

/** Calls a tool that only reads. It is called once, because that it only reads is the server's word. */
export async function readTool(port: ReadPort, session: Session, name: string, args: unknown): Promise<Result> {
  const request = rpcRequest(session, "tools/call", { name, arguments: args });
  return resultOf(await readIn(port, session, { ...request, once: true }));
}

/** Asks for the first page of the tools, which shows that a credential works. */
export async function readTools(port: ReadPort, session: Session): Promise<void> {
  resultOf(await readIn(port, session, rpcRequest(session, "tools/list")));
}

/** Reads a body. @throws ProviderFailure with `sessionEnded` if the server doesn't know the session. */
async function readIn(port: ReadPort, session: Session, request: ProviderRequest, accept = [200]): Promise<unknown> {
  const hasSession = session.sessionId !== null;
  const response = await port.read(request, { accept: hasSession ? [...accept, 404] : accept });
  if (hasSession && response.status === 404) throw new ProviderFailure(sessionEnded);
  return response.body;
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
