/** An agent's host, as Harbor's users see it: it signs in, and calls tools. */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Example } from "../launch.ts";

/** A host that waits for its users to return. */
export type AgentHost = {
  /** The address that its users return to. */
  callback: string;
  /** Begins a sign-in. @returns the address to send the user's browser to, and how to redeem the code. */
  begin: () => Promise<{ url: string; redeem: (code: string) => Promise<Record<string, string>> }>;
  /** Calls a tool. */
  call: (token: string, name: string, input: object) => Promise<ToolResponse>;
  close: () => void;
};

/** A tool's response. */
export type ToolResponse = { isError?: boolean; structuredContent?: Record<string, unknown> };

export async function startAgentHost(example: () => Example): Promise<AgentHost> {
  const host = createServer((_request, response) => response.end("<h1>Back in the agent's host</h1>"));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const callback = `http://127.0.0.1:${(host.address() as AddressInfo).port}/callback`;
  const post = async (path: string, body: string | URLSearchParams): Promise<Record<string, string>> =>
    (await (await fetch(`${example().serviceUrl}${path}`, { method: "POST", body })).json()) as Record<string, string>;
  return {
    callback,
    async begin() {
      const { serviceUrl } = example();
      const verifier = randomBytes(32).toString("base64url");
      const document = JSON.stringify({ client_name: "Example Chat", redirect_uris: [callback] });
      const { client_id = "" } = await post("/oauth/register", document);
      const resource = `${serviceUrl}/mcp`;
      const query = new URLSearchParams({
        response_type: "code",
        client_id,
        redirect_uri: callback,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        resource,
        state: "s",
      });
      const grant = { grant_type: "authorization_code", client_id, redirect_uri: callback, code_verifier: verifier };
      return {
        url: `${serviceUrl}/oauth/authorize?${query.toString()}`,
        redeem: (code) => post("/oauth/token", new URLSearchParams({ ...grant, code, resource })),
      };
    },
    async call(token, name, input) {
      const response = await fetch(`${example().serviceUrl}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
      });
      const text = await response.text();
      const { result, error } = JSON.parse(text.slice(text.indexOf("{"))) as { result?: ToolResponse; error?: object };
      if (result === undefined) throw new Error(JSON.stringify(error));
      return result;
    },
    close() {
      host.closeAllConnections();
      host.close();
    },
  };
}
