/**
 * Strangers at agent sign-in, a separate process: sends `/oauth/authorize` at a fixed rate, whatever the responses, each
 * with another client document at a server of its own that never responds.
 */
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { orderOf, tell } from "./child.ts";

/** One flood. */
export interface StrangersOrder {
  readonly port: number;
  readonly perSecond: number;
  readonly forMs: number;
}

/** How many requests a flood sent, and how many responses had each status. */
export interface StrangersResult {
  readonly kind: "done";
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
}

const stepMs = 10;
const redirectUri = "https://host.example.com/callback";

function pathOf(clientId: string, port: number): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    resource: `http://127.0.0.1:${port}/mcp`,
    state: "s",
  });
  return `/oauth/authorize?${query.toString()}`;
}

/** Floods one server. @param silentPort of the server whose documents are asked for. */
function flood({ port, perSecond, forMs }: StrangersOrder, silentPort: number): Promise<StrangersResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  let sent = 0;
  const sendOne = (): void => {
    sent += 1;
    const path = pathOf(`http://127.0.0.1:${silentPort}/${sent}.json`, port);
    const request = get({ agent, host: "127.0.0.1", port, path }, (response) => {
      const status = String(response.statusCode);
      statuses[status] = (statuses[status] ?? 0) + 1;
      response.resume();
    });
    request.once("error", () => (statuses["none"] = (statuses["none"] ?? 0) + 1));
  };
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      while (sent < (Math.min(elapsedMs, forMs) / 1000) * perSecond) sendOne();
      if (elapsedMs < forMs) return;
      clearInterval(timer);
      agent.destroy();
      resolve({ kind: "done", sent, statuses });
    }, stepMs);
  });
}

if (import.meta.main) {
  orderOf();
  const silent = createServer(() => undefined);
  silent.listen(0, "127.0.0.1", () => {
    const { port } = silent.address() as AddressInfo;
    process.on("message", (order) => {
      void flood(order as StrangersOrder, port).then(tell);
    });
    tell({ kind: "ready" });
  });
}
