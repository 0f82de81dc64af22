/**
 * Counts and traces attempts and exchanges with providers, adds their ids to log lines, and counts how Connect sessions
 * end, where they end. It adds nothing to requests: a provider must not get our trace ids, because it could use them to
 * link calls of different tenants.
 */
import type { AttemptWatch } from "../../domain/executions/carry-out.ts";
import type { ExecutionRow } from "../../domain/records/record.ts";
import { type Metrics, noTracing, type WorkIds, type WorkScope } from "../../domain/telemetry/port.ts";
import type { ConnectSessionStore } from "../../domain/connect-sessions/port.ts";
import type { ExchangeFacts } from "@svc/provider-kit";
import type { ProviderTransport } from "../../domain/provider-calls/port.ts";

/** Creates the watch. @param watch.monotonicMs a clock that never jumps. */
export function watchAttempts(watch: {
  metrics: Pick<Metrics, "execution" | "settlement">;
  work: WorkScope;
  monotonicMs: () => number;
}): AttemptWatch {
  return async (row, run) => {
    const { provider, actionId: action, effect } = row;
    const ids = idsOfRecord(row);
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
      // Without tracing, the current work already has these ids.
      const end = await (span === outer?.span ? run() : watch.work.run({ ids: { ...outer?.ids, ...ids }, span }, run));
      const { status, errorCode: code } = end.row;
      const seconds = (watch.monotonicMs() - began) / 1000;
      watch.metrics.execution({ provider, action, status, code, seconds });
      const { dispatchedAt, settlement } = end.row;
      const isAnswered = dispatchedAt !== null && status !== "outcome_unknown" && settlement === null;
      if (isAnswered) watch.metrics.settlement({ by: "response", basis: "" });
      span.set({ "svc.status": status });
      if (code !== "") span.fail(code);
      return end;
    } finally {
      span.end();
    }
  };
}

/** Creates the callback for replays: the log lines of a replayed request name the execution that answered it. */
export function watchReplays({ work }: { work: WorkScope }): (row: ExecutionRow) => void {
  return (row) => {
    const current = work.current();
    if (current !== null) Object.assign(current.ids, idsOfRecord(row));
  };
}

function idsOfRecord({ tenantId, connectionId, id }: ExecutionRow): WorkIds {
  return { tenant_id: tenantId, connection_id: connectionId, execution_id: id };
}

/** Wraps the store. Sessions that the sweep expires are counted by the sweeper. */
export function countSessions(
  store: ConnectSessionStore,
  { connectSession }: Pick<Metrics, "connectSession">,
): ConnectSessionStore {
  return {
    ...store,
    async complete(sessionId, completion, by) {
      const isDone = await store.complete(sessionId, completion, by);
      if (isDone) connectSession("completed");
      return isDone;
    },
    async end(sessionId, status, errorCode, at, why) {
      const isDone = await store.end(sessionId, status, errorCode, at, why);
      if (isDone) connectSession(status);
      return isDone;
    },
    async reject(sessionId, limit, at, rejection) {
      const count = await store.reject(sessionId, limit, at, rejection);
      if (count === limit) connectSession("failed");
      return count;
    },
  };
}

/** Options of {@link watchExchanges}. */
export type ExchangeWatch = {
  metrics: Pick<Metrics, "exchange">;
  work: WorkScope;
  monotonicMs: () => number;
  /** The host of a provider's service, or of one of its further or listed origins; "" if unknown. */
  hostOf: (provider: string, service: string, origin?: string) => string;
};

/** Wraps a transport. */
export function watchExchanges(transport: ProviderTransport, watch: ExchangeWatch): ProviderTransport {
  return {
    open(provider, call) {
      const channel = transport.open(provider, call);
      const { service = "api", listedOrigin } = call;
      return {
        async send(request, options) {
          const { method } = request;
          const began = watch.monotonicMs();
          const host = watch.hostOf(provider, service, request.origin ?? listedOrigin);
          const span = watch.work.current()?.span.child("client", `${method} ${provider}`, {
            "http.request.method": method,
            "server.address": host,
            "svc.provider": provider,
            "svc.provider_service": service,
          });
          try {
            const facts = await channel.send(request, options);
            const outcome = outcomeOf(facts);
            if (facts.kind === "answered") span?.set({ "http.response.status_code": facts.status });
            if (facts.kind !== "answered" || facts.status >= 400) span?.fail(outcome);
            watch.metrics.exchange({
              provider,
              service,
              method,
              outcome: facts.kind === "answered" ? `${Math.floor(facts.status / 100)}xx` : outcome,
              seconds: (watch.monotonicMs() - began) / 1000,
            });
            return facts;
          } finally {
            span?.end();
          }
        },
        close: () => channel.close(),
      };
    },
  };
}

/** A status, or why there is none. The set of values is bounded. */
function outcomeOf(facts: ExchangeFacts): string {
  return facts.kind === "answered" ? String(facts.status) : `${facts.kind}_${facts.reason}`;
}
