/** A server of svc with strangers' MCP servers as its providers, and a tenant that is connected to each. */
import assert from "node:assert/strict";
import type { Execution, ImportedConnection } from "@svc/contract";
import {
  makeClient,
  makeHome,
  startServer,
  uniqueName,
  type Caller,
  type Engine,
  type HttpResponse,
  type RunningServer,
  type ServerHome,
} from "../harness/index.ts";
import { addServer, untilLoaded, type ReviewFile } from "./mcp-provider-fixture.ts";

/** How one stranger's server is added and reviewed. */
export type Added = {
  slug: string;
  url: string;
  /** Its reviewed tools. */
  enabled: readonly string[];
  /** Their actions, in the order of the review. */
  actions: readonly string[];
  edit?: (review: ReviewFile) => ReviewFile;
};

/** How an execution ended for its caller, and its record. */
export type Ended = { response: HttpResponse; record: Execution };

/** A running server, and executions at strangers' servers. */
export type StrangersWorld = {
  server: RunningServer;
  home: ServerHome;
  caller: Caller;
  tenantId: string;
  add: (added: Added) => Promise<void>;
  /** Executes an action under the provider's connection. */
  execute: (provider: string, actionId: string, input: object) => Promise<Ended>;
  /** Has svc look for the effect of an execution. */
  settle: (execution: Execution) => Promise<Execution>;
  close: () => Promise<void>;
};

/** Starts a server. @param slugs the providers that will be added. */
export async function startStrangersWorld(
  engine: Engine,
  slugs: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StrangersWorld> {
  const home = await makeHome(engine);
  const server = await startServer({ engine, home, env });
  const allowActions = slugs.map((slug) => `${slug}/*`);
  const { caller } = await makeClient(server, { allowActions, flags: ["--allow-import", "--force"] });
  const key = () => ({ idempotencyKey: uniqueName("k") });
  const tenant = await caller.post("/v1/tenants", { externalId: uniqueName("t"), displayName: "Acme" }, key());
  const { id: tenantId } = tenant.json as { id: string };
  const place = `/v1/tenants/${tenantId}`;
  const connections = new Map<string, string>();
  return {
    server,
    home,
    caller,
    tenantId,
    async add({ slug, url, enabled, actions, edit }) {
      await addServer({ server, home }, { slug, url, enabled, ...(edit === undefined ? {} : { edit }) });
      await untilLoaded(server.url, slug, actions);
      const body = { provider: slug, authKind: "static_credential", requestedActions: actions, credential: {} };
      const imported = await caller.post(`${place}/connections:import`, body, key());
      const { connection = null } = imported.json as Partial<ImportedConnection>;
      assert.ok(connection !== null, imported.text);
      connections.set(slug, connection.id);
    },
    async execute(provider, actionId, input) {
      const path = `${place}/connections/${connections.get(provider) ?? ""}/actions/${actionId}:execute`;
      const response = await caller.post(path, { input }, key());
      const { execution, execution_id: failed } = response.json as { execution?: Execution; execution_id?: string };
      const record = await caller.get(`${place}/action-executions/${execution?.id ?? failed ?? ""}`);
      assert.equal(record.status, 200, response.text);
      return { response, record: record.json as Execution };
    },
    async settle({ id }) {
      const settled = await caller.post(`${place}/action-executions/${id}:settle`);
      assert.equal(settled.status, 200, settled.text);
      return settled.json as Execution;
    },
    async close() {
      await server.kill9();
      await home.remove();
    },
  };
}
