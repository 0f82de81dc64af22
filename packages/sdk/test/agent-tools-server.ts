/** A server with connections and actions, for tests of agent tools. */
import type { TestContext } from "node:test";
import { ServiceClient, type AgentTools, type ToolChoice } from "@svc/sdk";
import { json, startServer, type Scripted, type Seen } from "./http/server.ts";

const text = { type: "string" };
const evidence = { strength: "strong", needs: [], quietSeconds: 600 };
const about = {
  requiredScopes: [],
  sensitiveOutput: true,
  idempotency: "unsafe",
  title: "T",
  description: "D.",
  evidence,
};
const outputSchema = { type: "object", properties: { id: text, body: { ...text, "x-sensitive": true } } };
const inputSchema = (properties: object) => ({
  type: "object",
  properties,
  additionalProperties: false,
  required: ["title"],
});
/** A write. */
export const create = { ...about, provider: "notion", id: "pages.create", effect: "write", mcp: true, outputSchema };
const actions = [
  { ...create, inputSchema: inputSchema({ title: text, secret: { ...text, "x-sensitive": true } }) },
  { ...create, id: "pages.get", effect: "read", inputSchema: inputSchema({ title: text }) },
  { ...create, id: "pages.purge", mcp: false, inputSchema: inputSchema({ title: text }) },
  { ...create, id: "pages.move", inputSchema: inputSchema({ title: text }) },
];
const account = { slug: "acme", name: "Acme" };
/** A connection that was granted three of the actions. */
export const connection = {
  id: "con_1",
  provider: "notion",
  account,
  grantedActions: ["pages.create", "pages.get", "pages.purge"],
};
/** A successful execution. */
export const done = json(200, {
  execution: { id: "act_1", resolution: null },
  output: { id: "p1", body: "s3cret-canary" },
});
const none = json(200, { executions: [], nextCursor: null });

/** A server with these connections and actions that answers executions in turn. */
export async function start(
  context: TestContext,
  options: {
    connections?: readonly object[];
    actions?: readonly object[];
    slug?: string;
    unknown?: Scripted;
    executions?: readonly Scripted[];
  } = {},
): Promise<{ tools(choice?: ToolChoice): Promise<AgentTools>; writes(): Seen[] }> {
  const { connections = [connection], slug = "notion", unknown = none, executions = [done] } = options;
  let count = 0;
  const { url, seen } = await startServer(context, (response, request) => {
    const path = request.url ?? "";
    const scripted = (): Scripted | undefined => {
      if (path.endsWith(":execute")) return executions[Math.min((count += 1), executions.length) - 1];
      if (path.includes("/action-executions")) return unknown;
      if (path.includes("/connections?")) return json(200, { connections, nextCursor: null });
      if (path.endsWith("/actions")) return json(200, { actions: options.actions ?? actions });
      return json(200, { providers: [{ slug }] });
    };
    scripted()?.(response, request);
  });
  const platform = { sleep: async () => undefined };
  const client = new ServiceClient({ baseUrl: url, accessToken: "svc_live_0123456789", platform });
  return {
    tools: (choice) => client.tenant("ten_1").agentTools(choice),
    writes: () => seen.filter(({ path }) => path.endsWith(":execute")),
  };
}
