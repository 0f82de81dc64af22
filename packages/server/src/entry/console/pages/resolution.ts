/** Resolves an unknown outcome: enter, review, confirm. */
import { ResolveExecution } from "@svc/contract";
import type { ExecutionRow } from "../../../domain/records/record.ts";
import { compileSchema } from "../../../domain/schemas/compile.ts";
import {
  auditActor,
  callerFor,
  readChoice,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
} from "../console.ts";
import { facts, idCell } from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { markup } from "../../html/markup.ts";
import { connectionLink, tenantLink, loadView } from "../names.ts";
import { executionPage, outcomes, noteLengthMax, type ResolutionInput, resolutionForm } from "./execution.ts";

/** Handles the submitted form. */
export const resolutionRoute: ConsoleRoute = {
  method: "POST",
  role: "operator",
  path: "/executions/:execution/resolve",
  respond: resolve,
};

const checkResolution = compileSchema(ResolveExecution);

async function resolve(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, forms } = request;
  const execution = await services.overview.execution(params["execution"] ?? "");
  const { id, clientId, tenantId } = execution;
  const outcome = readChoice(form, "outcome", outcomes);
  const note = readField(form, "note") ?? "";
  const faults = findFaults(outcome, note);
  if (outcome === null || faults.length > 0) {
    const entered = { outcome: outcome ?? "", note, faults };
    const again = resolutionForm(execution, { forms, nowMs: services.platform.nowMs(), entered });
    return { ...(await executionPage(request, execution, { form: again })), status: 422 };
  }
  if (readField(form, "confirm") !== "yes") return await reviewPage(request, execution, { outcome, note });
  const resolvedBy = auditActor(request).replace(":", " ");
  await services.records.resolve(await callerFor(request, clientId), tenantId, id, { outcome, note, resolvedBy });
  return { location: `/executions/${id}?done=resolved` };
}

async function reviewPage(
  request: ConsoleRequest,
  execution: ExecutionRow,
  { outcome, note }: { outcome: (typeof outcomes)[number]; note: string },
): Promise<ConsolePage> {
  const { id, provider, actionId, tenantId, connectionId } = execution;
  const view = await loadView(request, [execution]);
  const back = `/executions/${id}`;
  const means = {
    succeeded:
      "The request took effect at the provider. If the key is used again, the response is a success, and nothing is sent.",
    failed:
      "The request had no effect at the provider. If the key is used again, the response is a failure; the caller can try again with a new key.",
  } as const;
  const text = markup`<p>${means[outcome]} <strong>This is final.</strong></p>
${facts([
  ["Outcome", outcome],
  ["Note", note],
  ["Action", `${provider}/${actionId}`],
  ["Tenant", tenantLink(tenantId, view)],
  ["Account", connectionLink(connectionId, view)],
  ["Execution", idCell(id)],
])}`;
  return confirmPage({
    title: `Resolve as ${outcome}?`,
    text,
    path: `${back}/resolve`,
    forms: request.forms,
    fields: { outcome, note },
    label: `Resolve as ${outcome}`,
    back,
    tone: "primary",
  });
}

function findFaults(outcome: string | null, note: string): ResolutionInput["faults"] {
  const faults: { field: string; text: string }[] = [];
  if (outcome === null) faults.push({ field: "outcome", text: "Choose what happened to the request." });
  if (note === "") faults.push({ field: "note", text: "Say how you found out." });
  if (checkResolution({ outcome: "failed", note }).length > 0) {
    faults.push({ field: "note", text: `The note can have up to ${noteLengthMax} characters.` });
  }
  return faults;
}
