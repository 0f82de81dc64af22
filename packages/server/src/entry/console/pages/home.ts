/** The first page: what needs attention. */
import { clockTrouble } from "../../../domain/clock/describe.ts";
import { replicationAdvice, stoppedAdvice } from "../../../domain/failover/describe.ts";
import type { FenceState } from "../../../domain/failover/judge.ts";
import type { ConsoleRequest, ConsoleRoute, ConsolePage } from "../console.ts";
import { badge, idCell, table, time } from "../elements.ts";
import { markup, emptyHtml } from "../markup.ts";
import { connectionColumns } from "./connections.ts";
import { executionColumns } from "./executions.ts";

/** `/`. */
export const homeRoute: ConsoleRoute = { method: "GET", path: "/", answer: home };

const none = { cursor: undefined, clientId: null, tenantId: null };
const shownMax = 5;

/** Renders what the operator has to do about the clock; nothing while it is fine. */
function clockNotice(trouble: string | null) {
  if (trouble === null) return emptyHtml;
  return markup`<h2>Clock</h2>
<p>${badge("jumped", "bad")} ${trouble}</p>
`;
}

/** Stopped writes with the operator's next command, and what a failover can lose; nothing while neither is to be told. */
function databaseNotice(state: FenceState) {
  const stopped = stoppedAdvice(state);
  const advice = replicationAdvice(state.mode);
  if (stopped === null && advice === null) return emptyHtml;
  const tone = state.mode === "degraded" ? "bad" : "caution";
  return markup`<h2>Database</h2>
${stopped === null ? emptyHtml : markup`<p>${badge("writes stopped", "bad")} ${stopped}</p>`}
${advice === null ? emptyHtml : markup`<p>${badge(state.mode, tone)} ${advice}</p>`}
`;
}

async function home({ services }: ConsoleRequest): Promise<ConsolePage> {
  const { overview } = services;
  const anyExecution = { ...none, connectionId: null, provider: null, actionId: null, since: null, until: null };
  const unknown = await overview.executions({ ...anyExecution, status: "outcome_unknown" });
  const dead = await overview.connections({ ...none, provider: null, status: "needs_reconnect" });
  const endpoints = await overview.webhookEndpoints({ cursor: undefined, clientId: null });
  const troubled = endpoints.rows.filter(
    ({ disabledReason, failingSince }) =>
      failingSince !== null || disabledReason === "failures" || disabledReason === "gone",
  );
  const more = (count: number, hasMore: boolean, href: string, what: string) =>
    count > shownMax || hasMore ? markup`<p><a href="${href}">All ${what}</a></p>` : emptyHtml;
  const main = markup`<h1>Overview</h1>
<p>What waits for somebody, over all service clients.</p>
${databaseNotice(services.fence.state())}${clockNotice(clockTrouble(services.clock.standing()))}<h2>Unknown outcomes</h2>
${table("Newest first", executionColumns, unknown.rows.slice(0, shownMax), "No unknown outcomes.")}
${more(unknown.rows.length, unknown.next !== null, "/unknown", "unknown outcomes")}
<h2>Connections that need reconnecting</h2>
${table("Newest first", connectionColumns, dead.rows.slice(0, shownMax), "No connections need reconnecting.")}
${more(dead.rows.length, dead.next !== null, "/connections?status=needs_reconnect", "connections that need reconnecting")}
<h2>Webhook endpoints in trouble</h2>
${table(
  "Among the newest endpoints",
  [
    { name: "Endpoint", cell: ({ id }) => idCell(id, `/webhooks/${id}`) },
    { name: "Host", cell: ({ url }) => new URL(url).host },
    {
      name: "State",
      cell: ({ disabledReason }) =>
        disabledReason === "" ? badge("failing", "caution") : badge(`disabled: ${disabledReason}`, "bad"),
    },
    { name: "Failing since", cell: ({ failingSince }) => time(failingSince, "not failing") },
  ],
  troubled.slice(0, shownMax),
  "None of the newest endpoints is failing.",
)}`;
  return { title: "Overview", main };
}
