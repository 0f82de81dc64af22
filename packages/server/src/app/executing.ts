/** From the server's parts to what every execution needs. */
import { idPrefixes } from "@svc/contract";
import type { Action } from "@svc/provider-kit";
import type { FastifyInstance } from "fastify";
import { createAudit, credentialUse } from "../audit/audit.ts";
import type { Config } from "./config.ts";
import type { LiveCredentials } from "../connections/live-credentials.ts";
import type { Resources } from "./resources.ts";
import type { ExecuteDeps } from "../executions/execute.ts";
import type { InHand } from "../executions/in-hand.ts";
import type { Lease } from "../executions/lease.ts";
import { createPlaceMemory } from "../executions/places.ts";
import type { ActionLookup } from "../executions/request.ts";
import { settleDefaults } from "../executions/settle.ts";
import { refuseWhileClosed, type FenceWatch } from "../failover/watch.ts";
import type { KeyDeps } from "../idempotency/run-once.ts";
import type { Limits } from "../limits/limits.ts";
import type { Telemetry } from "../telemetry/setup.ts";
import { readRetryDefaults } from "../provider-calls/call.ts";
import { compileSchema, type SchemaCheck } from "../schema/compile.ts";
import { watchAttempts, watchReplays } from "../telemetry/watched-attempts.ts";

/** The parts of the server that executions are made from. */
export type ExecuteParts = {
  config: Pick<Config, "callTimeoutMs">;
  deployment: Resources;
  app: FastifyInstance;
  lease: Lease;
  fence: Pick<FenceWatch, "state">;
  inFlight: Set<Promise<unknown>>;
  inHand: InHand;
  observation: Pick<Telemetry, "metrics" | "work">;
};

/** Puts together what execute needs. @param services those that other routes share. */
export function executeDeps(
  parts: ExecuteParts,
  services: { keys: KeyDeps; actions: ActionLookup; credentials: LiveCredentials; limits: Limits },
): ExecuteDeps {
  const { config, deployment, app, lease, inFlight, inHand, fence, observation } = parts;
  const { store, platform, newId } = deployment;
  const { transport, admit } = services.limits;
  return {
    store: store.executions,
    transport,
    platform,
    lease,
    inFlight,
    inHand,
    keys: services.keys,
    actions: services.actions,
    places: createPlaceMemory(platform),
    inputErrors: schemaOf((action) => compileSchema(action.input, "/input")),
    validOutput: (action, output) => outputErrors(action, output).length === 0,
    credentials: services.credentials,
    async condemn(connectionId, credentialVersion, { id, clientId, tenantId, provider }) {
      if (!(await store.connections.condemn(connectionId, credentialVersion, platform.nowMs()))) return;
      const data = { provider, execution: id, credentialVersion };
      const event = { clientId, tenantId, subject: connectionId, actor: "system", data };
      await createAudit(store.audit, { platform, newId }).record("connection.condemned", event);
    },
    newExecutionId: () => newId(idPrefixes.execution),
    credentialUse: (use) => credentialUse({ platform, newId }, use),
    admit(execution) {
      refuseWhileClosed(fence, execution.effect);
      return admit(execution);
    },
    watch: watchAttempts({ ...observation, monotonicMs: platform.monotonicMs }),
    onReplay: watchReplays(observation),
    onDefect: (execution_id, what) => app.log.error({ execution_id, what }, "an attempt met a defect"),
    retry: readRetryDefaults,
    settle: settleDefaults,
    callTimeoutMs: config.callTimeoutMs,
  };
}

const outputErrors = schemaOf((action) => compileSchema(action.output));

/** Compiles a schema of each action once. */
function schemaOf(
  compile: (action: Action) => SchemaCheck,
): (action: Action, value: unknown) => ReturnType<SchemaCheck> {
  const checks = new WeakMap<Action, SchemaCheck>();
  return (action, value) => {
    const check = checks.get(action) ?? compile(action);
    checks.set(action, check);
    return check(value);
  };
}
