/** One execution with its evidence, and the form that resolves an unknown outcome: enter, review, confirm. */
import { ResolveExecution } from "@svc/contract";
import type { ExecutionRow } from "../../../domain/executions/record.ts";
import { compileSchema } from "../../../domain/schema/compile.ts";
import {
  actorOf,
  oneOf,
  textOf,
  type ConsoleAnswer,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import { facts, hiddenFields, idCell, json, linkTo, time } from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { isolated, joined, markup, emptyHtml, type Html } from "../markup.ts";
import { executionBadge } from "./executions.ts";

/** The page of one execution, and the form that resolves it. */
export const resolutionRoutes: readonly ConsoleRoute[] = [
  { method: "GET", path: "/executions/:execution", answer: show },
  { method: "POST", path: "/executions/:execution/resolve", answer: resolve },
];

const outcomes = ["succeeded", "failed"] as const;
const checkResolution = compileSchema(ResolveExecution);
const noteLengthMax = 2000;

/** The operator's input and its faults. */
type ResolutionInput = { outcome: string; note: string; faults: readonly { field: string; text: string }[] };

async function show({ services, params, query, formToken }: ConsoleRequest): Promise<ConsolePage> {
  const execution = await services.overview.execution(params["execution"] ?? "");
  const isResolved = textOf(query, "done") === "resolved";
  const notice = isResolved ? markup`<p class="notice" role="status">Resolved. This is final.</p>` : emptyHtml;
  const entered = { outcome: "", note: "", faults: [] };
  return pageOf(execution, notice, resolutionPart(execution, formToken, services.platform.nowMs(), entered));
}

async function resolve(request: ConsoleRequest): Promise<ConsoleAnswer> {
  const { services, params, form, formToken } = request;
  const execution = await services.overview.execution(params["execution"] ?? "");
  const { id, clientId, tenantId } = execution;
  const outcome = oneOf(form, "outcome", outcomes);
  const note = textOf(form, "note") ?? "";
  const faults = faultsOf(outcome, note);
  if (outcome === null || faults.length > 0) {
    const entered = { outcome: outcome ?? "", note, faults };
    const part = resolutionPart(execution, formToken, services.platform.nowMs(), entered);
    return { ...pageOf(execution, emptyHtml, part), status: 422 };
  }
  const path = `/executions/${id}`;
  if (textOf(form, "confirm") !== "yes") return reviewPage(execution, { outcome, note, formToken });
  const actor = actorOf(request);
  const resolvedBy = actor.replace(":", " ");
  await services.records.resolve(clientId, tenantId, id, { outcome, note, resolvedBy, actor });
  return { location: `${path}?done=resolved` };
}

function reviewPage(
  execution: ExecutionRow,
  { outcome, note, formToken }: { outcome: string; note: string; formToken: string },
): ConsolePage {
  const { id, provider, actionId } = execution;
  const path = `/executions/${id}`;
  const means =
    outcome === "succeeded"
      ? "The request took effect at the provider. If the key is used again, the answer is a success, and nothing is sent."
      : "The request had no effect at the provider. If the key is used again, the answer is a failure; the caller can try again with a new key.";
  const text = markup`${facts([
    ["Execution", idCell(id)],
    ["Action", `${provider} ${actionId}`],
    ["Outcome", outcome],
    ["Note", note],
  ])}
<p>${means} <strong>This is final.</strong></p>`;
  const fields = { outcome, note };
  const title = `Resolve as ${outcome}?`;
  return confirmPage({
    title,
    text,
    path: `${path}/resolve`,
    formToken,
    fields,
    label: `Resolve as ${outcome}`,
    back: path,
  });
}

function faultsOf(outcome: string | null, note: string): ResolutionInput["faults"] {
  const faults: { field: string; text: string }[] = [];
  if (outcome === null) faults.push({ field: "outcome", text: "Choose what happened to the request." });
  if (note === "") faults.push({ field: "note", text: "Say how you found out." });
  if (checkResolution({ outcome: "failed", note }).length > 0) {
    faults.push({ field: "note", text: `The note can have up to ${noteLengthMax} characters.` });
  }
  return faults;
}

function pageOf(execution: ExecutionRow, notice: Html, after: Html): ConsolePage {
  const { id, clientId, tenantId, connectionId, resolution } = execution;
  const resolved =
    resolution === null
      ? emptyHtml
      : markup`<h2>Resolution</h2>
${facts([
  ["Outcome", resolution.outcome],
  ["Note", resolution.note],
  ["By", resolution.resolvedBy],
  ["At", time(resolution.resolvedAt)],
])}`;
  const main = markup`<h1>Execution</h1>
${notice}
${facts([
  ["Execution", idCell(id)],
  ["Status", executionBadge(execution)],
  ["Action", `${execution.provider} ${execution.actionId} (${execution.effect})`],
  ["Connection", idCell(connectionId, `/connections/${connectionId}`)],
  ["Tenant", idCell(tenantId, `/tenants/${tenantId}`)],
  ["Service client", idCell(clientId)],
  ["Idempotency key", idCell(execution.idempotencyKey)],
  ["Attempt", String(execution.attempt)],
])}
<h2>What is known</h2>
${evidence(execution)}
${resolved}${after}
<p class="actions"><a class="button" href="${linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ])}">Audit trail of this execution</a></p>`;
  return { title: "Execution", main };
}

function evidence(execution: ExecutionRow): Html {
  const { errorCode, errorDetail, providerStatus, lateAnswer, status } = execution;
  const isUnknown = status === "outcome_unknown" || execution.resolution !== null;
  const late = lateAnswer === null ? [] : [["Late answer", lateText(lateAnswer)] as const];
  return facts([
    ["Accepted", time(execution.createdAt)],
    ["Sent", time(execution.dispatchedAt, "not sent")],
    ["Ended", time(execution.completedAt, isUnknown ? "no answer" : "not yet")],
    ["Provider's status", providerStatus === null ? "none" : String(providerStatus)],
    ["Provider's request ID", idCell(execution.providerRequestId ?? "")],
    ...late,
    ["Error", errorCode === "" ? "none" : markup`<code>${errorCode}</code> ${isolated(errorDetail)}`],
    ["Input, without secrets", json(execution.summaryInput)],
    ["Output, without secrets", json(execution.summaryOutput)],
  ]);
}

function lateText({ verdict, providerStatus, receivedAt }: NonNullable<ExecutionRow["lateAnswer"]>): Html {
  const status = providerStatus === null ? "" : `, status ${providerStatus}`;
  return markup`${verdict}${status}, at ${time(receivedAt)}`;
}

function resolutionPart(execution: ExecutionRow, formToken: string, nowMs: number, entered: ResolutionInput): Html {
  const { id, status, settleAfter } = execution;
  if (status !== "outcome_unknown") return emptyHtml;
  if (nowMs < settleAfter) {
    return markup`<h2>Resolve</h2>
<p>The process that sent this request may still be sending it. You can resolve it after ${time(settleAfter)}.</p>`;
  }
  return markup`<h2>Resolve</h2>
${faultsPart(entered.faults)}
<form method="post" action="/executions/${id}/resolve" class="wide" aria-label="Resolve the outcome">
${hiddenFields({ csrf: formToken })}
${choicePart(entered)}
${notePart(entered)}
<div class="actions"><button class="primary">Review</button></div>
</form>`;
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
<span class="hint" id="note-hint">The service client can read this. Don't enter secrets.</span></div>`;
}
