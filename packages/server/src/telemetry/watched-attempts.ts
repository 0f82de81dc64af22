/** Every attempt counted, traced, and known by its ids to the lines of its log. */
import type { AttemptWatch } from "../executions/execute.ts";
import { noTracing, type Metrics } from "./port.ts";
import type { WorkScope } from "./work.ts";

/** Makes what looks on at attempts. @param watch.monotonicMs a clock that never jumps. */
export function watchAttempts(watch: {
  metrics: Pick<Metrics, "execution">;
  work: WorkScope;
  monotonicMs: () => number;
}): AttemptWatch {
  return async (row, run) => {
    const { provider, actionId: action, effect } = row;
    const ids = { tenant_id: row.tenantId, connection_id: row.connectionId, execution_id: row.id };
    const outer = watch.work.current();
    if (outer !== null) Object.assign(outer.ids, ids);
    const attributes = {
      "svc.provider": provider,
      "svc.action": action,
      "svc.effect": effect,
      "svc.tenant_id": row.tenantId,
      "svc.connection_id": row.connectionId,
      "svc.execution_id": row.id,
      "svc.attempt": row.attempt,
    };
    const name = `${provider}/${action}`;
    const span = outer?.span.child("internal", name, attributes) ?? noTracing.begin(name, attributes, undefined);
    const began = watch.monotonicMs();
    try {
      const end = await watch.work.run({ ids: { ...outer?.ids, ...ids }, span }, run);
      const { status, errorCode: code } = end.row;
      const seconds = (watch.monotonicMs() - began) / 1000;
      watch.metrics.execution({ provider, action, status, code, seconds });
      span.set({ "svc.status": status });
      if (code !== "") span.fail(code);
      return end;
    } finally {
      span.end();
    }
  };
}
