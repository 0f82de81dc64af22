/** What a call leaves behind: a session to end, and perhaps the news that the server's tools changed. Pure. */
import { samePath, type ProviderRequest } from "@svc/provider-kit";

/** Returns the request that ends the session of another request; null if that had none. */
export function sessionEnd(request: Pick<ProviderRequest, "path" | "endsInSlash" | "headers">): ProviderRequest | null {
  const { "mcp-session-id": session, "mcp-protocol-version": revision } = request.headers ?? {};
  if (session === undefined) return null;
  const own = { "mcp-session-id": session, ...(revision === undefined ? {} : { "mcp-protocol-version": revision }) };
  return { method: "DELETE", ...samePath(request), headers: own, responseBody: "discard" };
}

/** Whether a response's text has the notification. Within a tool's own text, its quotes would be escaped. */
export function announcesToolChange(text: string): boolean {
  return /"method"\s*:\s*"notifications\/tools\/list_changed"/.test(text);
}
