/** One execution: its facts, its history, and the actions and the form for an unknown outcome. */
import { presentExecution, type ExecutionRow } from "../../../domain/records/record.ts";
import {
  callerFor,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
  type Forms,
} from "../console.ts";
import { card, facts, idCell, json, live, liveToggle, moment, muted, pageHead, shortId, badge } from "../elements.ts";
import { buttonForm, linkButton, linkTo, hiddenFields } from "../forms.ts";
import { isolated, markup, emptyHtml, type Html, joined } from "../../html/markup.ts";
import { actorName, clientName, connectionLink, tenantLink, loadView, type View } from "../names.ts";
import { errorText } from "../texts.ts";
import { executionBadge } from "./executions.ts";
import type { Execution } from "@svc/contract";
import { timelineOf, type TimelineStep } from "@svc/contract/timeline";

/** The page of one execution, and the button that looks for an unknown outcome. */
export const executionPageRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "viewer", path: "/executions/:execution", respond: show },
  { method: "POST", role: "operator", path: "/executions/:execution/settle", respond: settle },
];

async function show(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params, query, forms } = request;
  const execution = await services.overview.execution(params["execution"] ?? "");
  const form = resolutionForm(execution, { forms, nowMs: services.platform.nowMs(), entered: nothingEntered });
  const look =
    execution.status === "outcome_unknown"
      ? buttonForm({ path: `/executions/${execution.id}/settle`, forms, label: "Look now", tone: "primary" })
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
  const main = markup`${pageHead(`${provider}/${actionId}`, markup`${tools}${linkButton("Audit trail", audit)}`, { of: { name: "Executions", path: "/executions" } })}
${notice}${live(
    "execution",
    markup`<div class="grid wide-left"><div>${card("What is known", known(execution))}
${card("What happened", timeline(presentExecution(execution), view.nowMs))}
${resolution === null ? emptyHtml : resolutionCard(resolution, view)}</div>
${card("Execution", about(execution, view))}</div>`,
  )}
${form}`;
  return { title: `${provider}/${actionId}`, main };
}

function about(execution: ExecutionRow, view: View): Html {
  const { id, clientId, tenantId, connectionId, provider, actionId, effect, toolDigest } = execution;
  return facts([
    ["Tenant", tenantLink(tenantId, view)],
    ["Account", connectionLink(connectionId, view)],
    ["Service client", clientName(clientId, view)],
    ["Action", `${provider}/${actionId}`],
    ["Effect", effect],
    ...(toolDigest === "" ? [] : [["Reviewed tool", idCell(toolDigest)] as const]),
    ...tokenFacts(execution),
    ...(execution.proposalId === ""
      ? []
      : [["Approved", markup`<a href="/proposals/${execution.proposalId}">a proposal</a>`] as const]),
    ["Attempt", String(execution.attempt)],
    ["Idempotency key", idCell(execution.idempotencyKey)],
    ["ID", idCell(id)],
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

/** Renders the steps, oldest first. */
export function timeline(execution: Execution, nowMs: number): Html {
  return markup`<ol class="timeline">${timelineOf(execution).map((step) => stepOf(step, nowMs))}</ol>`;
}

function stepOf({ at, what, grounds, detail }: TimelineStep, nowMs: number): Html {
  const time = at === null ? muted("Time not recorded") : moment(Date.parse(at), nowMs);
  const why = grounds === null ? emptyHtml : markup` ${badge(grounds)}`;
  const more = detail === null ? emptyHtml : markup`<p>${isolated(detail)}</p>`;
  return markup`<li><strong>${what}</strong>${why}<span class="when">${time}</span>${more}</li>`;
}

/** The outcomes that an operator can choose. */
export const outcomes = ["succeeded", "failed"] as const;
/** The longest note, in characters. */
export const noteLengthMax = 2000;

/** The operator's input and its faults. */
export type ResolutionInput = { outcome: string; note: string; faults: readonly { field: string; text: string }[] };

/** The input of an empty form. */
export const nothingEntered: ResolutionInput = { outcome: "", note: "", faults: [] };

/** Renders the form, or the time from which it is available; nothing for an execution with a definite outcome. */
export function resolutionForm(
  { id, status, settleAfter }: ExecutionRow,
  { forms, nowMs, entered }: { forms: Forms; nowMs: number; entered: ResolutionInput },
): Html {
  const path = `/executions/${id}/resolve`;
  if (status !== "outcome_unknown" || !forms.allows(path)) return emptyHtml;
  if (nowMs < settleAfter) {
    return card(
      "Resolve",
      markup`<p>The process that sent this request may still be sending it. You can resolve it after ${moment(settleAfter, nowMs)}.</p>`,
    );
  }
  return card(
    "Resolve",
    markup`<p>Check with the provider whether the request took effect, then record what you found.</p>
${faultsPart(entered.faults)}
<form method="post" action="${path}" class="resolve" aria-label="Resolve the outcome">
${hiddenFields({ csrf: forms.token })}
${choicePart(entered)}
${notePart(entered)}
<div class="actions"><button class="primary">Review</button></div>
</form>`,
  );
}

function faultsPart(faults: ResolutionInput["faults"]): Html {
  if (faults.length === 0) return emptyHtml;
  const items = faults.map(({ field, text }) => markup`<li><a href="#${field}">${text}</a></li>`);
  return markup`<div class="faults" role="alert"><h2>Please correct this</h2><ul>${items}</ul></div>`;
}

const labels = { succeeded: "It took effect at the provider", failed: "It had no effect" } as const;

function choicePart({ outcome, faults }: ResolutionInput): Html {
  const isFaulty = faults.some(({ field }) => field === "outcome");
  const state = isFaulty ? markup` aria-invalid="true"` : emptyHtml;
  const choices = outcomes.map((value, index) => {
    const id = index === 0 ? "outcome" : `outcome-${value}`;
    const isChosen = value === outcome ? markup` checked` : emptyHtml;
    return markup`<label class="choice"><input type="radio" id="${id}" name="outcome" value="${value}" required${isChosen}${state}>${labels[value]}</label>`;
  });
  return markup`<fieldset><legend>What happened to the request?</legend>${joined(choices)}</fieldset>`;
}

function notePart({ note, faults }: ResolutionInput): Html {
  const state = faults.some(({ field }) => field === "note") ? markup` aria-invalid="true"` : emptyHtml;
  return markup`<div class="field"><label for="note">How did you find out?</label>
<textarea id="note" name="note" maxlength="${noteLengthMax}" required aria-describedby="note-hint" dir="auto"${state}>${note}</textarea>
<span class="hint" id="note-hint">Visible to the service client. Don't include secrets.</span></div>`;
}
