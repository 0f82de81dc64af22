/** One execution: its facts, its history, and the actions for an unknown outcome. */
import { presentExecution, type ExecutionRow } from "../../../domain/records/record.ts";
import {
  callerFor,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import { card, facts, idCell, json, live, liveToggle, moment, muted, pageHead, shortId } from "../elements.ts";
import { buttonForm, linkButton, linkTo } from "../forms.ts";
import { isolated, markup, emptyHtml, type Html } from "../../html/markup.ts";
import { actorName, clientName, connectionLink, tenantLink, loadView, type View } from "../names.ts";
import { errorText } from "../texts.ts";
import { executionBadge } from "./executions.ts";
import { nothingEntered, resolutionForm } from "./resolution-form.ts";
import { timeline } from "./timeline.ts";

/** The page of one execution, and the button that looks for an unknown outcome. */
export const executionPageRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/executions/:execution", respond: show },
  { method: "POST", path: "/executions/:execution/settle", respond: settle },
];

async function show(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, formToken } = request;
  const execution = await services.overview.execution(params["execution"] ?? "");
  const form = resolutionForm(execution, { formToken, nowMs: services.platform.nowMs(), entered: nothingEntered });
  const look =
    execution.status === "outcome_unknown"
      ? buttonForm({ path: `/executions/${execution.id}/settle`, formToken, label: "Look now", tone: "primary" })
      : emptyHtml;
  const notice = noticePart(readField(query, "done") ?? "");
  return await executionPage(request, execution, { notice, form, tools: markup`${liveToggle()}${look}` });
}

const done: ReadonlyMap<string, string> = new Map(
  Object.entries({
    resolved: "Resolved. This is final.",
    settled: "Looked at the provider: the outcome is proved.",
    looked: "Looked at the provider: nothing is proved yet. The timeline says why.",
  }),
);

function noticePart(key: string): Html {
  const text = done.get(key);
  if (text === undefined) return emptyHtml;
  const tone = key === "looked" ? "notice quiet" : "notice";
  return markup`<p class="${tone}" role="status">${text}</p>`;
}

async function settle(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params } = request;
  const { id, clientId, tenantId } = await services.overview.execution(params["execution"] ?? "");
  const { status } = await services.records.settle(await callerFor(request, clientId), tenantId, id);
  return { location: `/executions/${id}?done=${status === "outcome_unknown" ? "looked" : "settled"}` };
}

/** Renders the page. @param parts.form the form that resolves the outcome. */
export async function executionPage(
  request: ConsoleRequest,
  execution: ExecutionRow,
  { notice = emptyHtml, form, tools = emptyHtml }: { notice?: Html; form: Html; tools?: Html },
): Promise<ConsolePage> {
  const { id, clientId, tenantId, connectionId, resolution, provider, actionId } = execution;
  const actor = operatorActor(resolution?.resolvedBy ?? "");
  const view = await loadView(request, [{ clientId, tenantId, connectionId, actor }]);
  const audit = linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]);
  const main = markup`${pageHead(actionId, markup`${tools}${linkButton("Audit trail", audit)}`, { of: { name: "Executions", path: "/executions" } })}
${notice}${live(
    "execution",
    markup`<div class="grid wide-left"><div>${card("What is known", known(execution))}
${card("What happened", timeline(presentExecution(execution), view.nowMs))}
${resolution === null ? emptyHtml : resolutionCard(resolution, view)}</div>
${card("Execution", about(execution, view))}</div>`,
  )}
${form}`;
  return { title: `${provider} ${actionId}`, main };
}

function about(execution: ExecutionRow, view: View): Html {
  const { id, clientId, tenantId, connectionId, provider, actionId, effect } = execution;
  return facts([
    ["Tenant", tenantLink(tenantId, view)],
    ["Account", connectionLink(connectionId, view)],
    ["Service client", clientName(clientId, view)],
    ["Action", `${provider} ${actionId}`],
    ["Effect", effect],
    ...tokenFacts(execution),
    ...(execution.proposalId === ""
      ? []
      : [["Approved", markup`<a href="/proposals/${execution.proposalId}">a proposal</a>`] as const]),
    ["Attempt", String(execution.attempt)],
    ["Idempotency key", idCell(execution.idempotencyKey)],
    ["Execution", idCell(id)],
  ]);
}

/** The delegated token that started an execution, and the token's holder. */
function tokenFacts({ tokenChain, subject, agent }: ExecutionRow): (readonly [string, Html])[] {
  const id = tokenChain.at(-1);
  if (id === undefined) return [];
  return [
    ["Delegated token", markup`<a href="/tokens/${id}"><code>${shortId(id)}</code></a>`],
    ...(subject === "" ? [] : [["Acted for", isolated(subject)] as const]),
    ...(agent === "" ? [] : [["Agent", isolated(agent)] as const]),
  ];
}

function known(execution: ExecutionRow): Html {
  const { error, providerStatus } = presentExecution(execution);
  const failed =
    error === null
      ? []
      : [["Error", markup`${errorText(error.code, error.detail)} <code class="muted">${error.code}</code>`] as const];
  return facts([
    ["Status", executionBadge({ ...execution, errorCode: "" })],
    ...failed,
    ["Provider's status", providerStatus === null ? muted("None") : String(providerStatus)],
    ["Provider's request ID", idCell(execution.providerRequestId ?? "")],
    ["Input, without secrets", json(execution.summaryInput)],
    ["Output, without secrets", json(execution.summaryOutput)],
  ]);
}

function resolutionCard(resolution: NonNullable<ExecutionRow["resolution"]>, view: View): Html {
  const { outcome, note, resolvedBy, resolvedAt } = resolution;
  const actor = operatorActor(resolvedBy);
  return card(
    "Resolution",
    facts([
      ["Outcome", outcome],
      ["Note", note],
      ["By", actor === "" ? isolated(resolvedBy) : actorName(actor, view)],
      ["At", moment(resolvedAt, view.nowMs)],
    ]),
  );
}

/** The actor of a resolution by an operator; "" for one by a service client, which has its name and key there. */
function operatorActor(resolvedBy: string): string {
  const [, tokenId] = /^operator (\w+)$/.exec(resolvedBy) ?? [];
  return tokenId === undefined ? "" : `operator:${tokenId}`;
}
