/** One execution with its evidence. */
import { presentExecution, type ExecutionRow } from "../../../domain/executions/record.ts";
import { readField, type ConsolePage, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { card, facts, idCell, json, live, liveToggle, moment, muted, pageHead } from "../elements.ts";
import { linkButton, linkTo } from "../forms.ts";
import { isolated, markup, emptyHtml, type Html } from "../markup.ts";
import { actorName, clientName, connectionLink, tenantLink, loadView, type View } from "../names.ts";
import { errorText } from "../texts.ts";
import { executionBadge } from "./executions.ts";
import { nothingEntered, resolutionForm } from "./resolution-form.ts";

/** The page of one execution. */
export const executionRoute: ConsoleRoute = { method: "GET", path: "/executions/:execution", answer: show };

async function show(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, formToken } = request;
  const execution = await services.overview.execution(params["execution"] ?? "");
  const isResolved = readField(query, "done") === "resolved";
  const notice = isResolved ? markup`<p class="notice" role="status">Resolved. This is final.</p>` : emptyHtml;
  const form = resolutionForm(execution, { formToken, nowMs: services.platform.nowMs(), entered: nothingEntered });
  return await executionPage(request, execution, { notice, form, tools: liveToggle() });
}

/** Renders the page. @param parts.form what resolves the outcome. */
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
    markup`<div class="grid wide-left"><div>${card("What is known", evidence(execution, view))}
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
    ["Attempt", String(execution.attempt)],
    ["Idempotency key", idCell(execution.idempotencyKey)],
    ["Execution", idCell(id)],
  ]);
}

function evidence(execution: ExecutionRow, { nowMs }: View): Html {
  const { lateAnswer, status } = execution;
  const { error, providerStatus } = presentExecution(execution);
  const isUnknown = status === "outcome_unknown" || execution.resolution !== null;
  const late = lateAnswer === null ? [] : [["Late response", lateText(lateAnswer, nowMs)] as const];
  const failed =
    error === null
      ? []
      : [["Error", markup`${errorText(error.code, error.detail)} <code class="muted">${error.code}</code>`] as const];
  return facts([
    ["Status", executionBadge({ ...execution, errorCode: "" })],
    ...failed,
    ["Accepted", moment(execution.createdAt, nowMs)],
    ["Sent", moment(execution.dispatchedAt, nowMs, "Not sent")],
    ["Ended", moment(execution.completedAt, nowMs, isUnknown ? "No response" : "Not yet")],
    ["Provider's status", providerStatus === null ? muted("None") : String(providerStatus)],
    ["Provider's request ID", idCell(execution.providerRequestId ?? "")],
    ...late,
    ["Input, without secrets", json(execution.summaryInput)],
    ["Output, without secrets", json(execution.summaryOutput)],
  ]);
}

function lateText({ verdict, providerStatus, receivedAt }: NonNullable<ExecutionRow["lateAnswer"]>, nowMs: number) {
  const status = providerStatus === null ? "" : `, status ${providerStatus}`;
  return markup`${verdict}${status}, at ${moment(receivedAt, nowMs)}`;
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
