/** What the pages' script gets from the browser: requests to the server that serves the page, and randomness. */
import type { TriedRequest } from "./tried-operation.ts";

/** Whether the server that serves this page is a sandbox. A server that says nothing isn't one. */
export async function isSandbox(): Promise<boolean> {
  try {
    const body: unknown = await (await fetch("/readyz")).json();
    return (Object(body) as { sandbox?: unknown }).sandbox === true;
  } catch {
    return false;
  }
}

/** Sends a request to this server, without its cookies. @throws TypeError if no response arrived. */
export async function send(
  method: string,
  { path, headers, body }: TriedRequest,
): Promise<{ status: string; isGood: boolean; text: string }> {
  const response = await fetch(path, { method, headers, body, credentials: "omit" });
  const status = `${response.status} ${response.statusText}`.trim();
  return { status, isGood: response.ok, text: await response.text() };
}

/** Returns a new idempotency key. `randomUUID` would need TLS, which a sandbox doesn't have on other hosts than its own. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `try-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
