/**
 * Reviewing one tool of a remote MCP server. What the server says about it is shown as data; the operator decides, and a
 * decision holds only for the tool as this page showed it.
 */
import { actionEffects, actionIdempotencies, ServiceError, type InputError } from "@svc/contract";
import { assessTool, type Review, type ReviewedTool } from "@svc/mcp-provider";
import { reviewVersion, type ReviewedProvider } from "../../../domain/providers/reviews.ts";
import {
  auditActor,
  readChoice,
  readField,
  type ConsoleRequest,
  type ConsoleResponse,
  type ConsoleRoute,
} from "../console.ts";
import { card, facts, json, muted } from "../elements.ts";
import { entryPage, readJson, readLines, readVersion, submit, type EntryForm, type Field } from "../entered.ts";
import { isolated, markup, withHiddenShown, type Html } from "../../html/markup.ts";

/** The form of a tool, whose name is in the query: a name can contain slashes. */
export const mcpToolFormRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/providers/:slug/review", respond: show },
  { method: "POST", role: "admin", path: "/providers/:slug/review", respond: save },
];

const yesOrNo = [
  ["no", "No"],
  ["yes", "Yes"],
] as const;

const effectWords: Readonly<Record<ReviewedTool["effect"], string>> = {
  read: "Read: it changes nothing",
  write: "Write: it changes something",
  destructive: "Destructive: what it changes is lost",
};

const idempotencyWords: Readonly<Record<ReviewedTool["idempotency"], string>> = {
  safe: "Nothing, because it only reads",
  idempotent: "No more than once",
  unsafe: "The change is made again",
};

const pointerHint = "One JSON Pointer a line, such as /text or /items/*/token.";

function fieldsOf(tool: ReviewedTool): Field[] {
  const marks = (name: string, label: string, value: readonly string[]): Field => {
    return { name, label, kind: "lines", rows: 2, value: value.join("\n"), hint: pointerHint };
  };
  const choice = (name: string, label: string, isSo: boolean, hint: string): Field => {
    return { name, label, hint, value: isSo ? "yes" : "no", choices: yesOrNo };
  };
  return [
    choice(
      "reviewed",
      "Can it be called?",
      tool.reviewed,
      "By callers whose policy allows it. Decide about the rest first.",
    ),
    {
      name: "effect",
      label: "What does it do?",
      value: tool.effect,
      choices: actionEffects.map((effect) => [effect, effectWords[effect]]),
      hint: "It begins with what the server claims. Nothing protects you from a wrong “Read”.",
    },
    {
      name: "idempotency",
      label: "What happens if it is called twice?",
      value: tool.idempotency,
      choices: actionIdempotencies.map((one) => [one, idempotencyWords[one]]),
    },
    choice("mcp", "Can agents call it?", tool.mcp, "If it can be called at all."),
    marks("sensitiveInput", "Secret fields of its input", tool.sensitive.input),
    marks("sensitiveOutput", "Secret fields of its output", tool.sensitive.output),
    marks("contentInput", "Fields of its input that people wrote", tool.content.input),
    marks("contentOutput", "Fields of its output that people wrote", tool.content.output),
    {
      name: "evidence",
      label: "Evidence of its effect, as JSON",
      kind: "json",
      rows: 6,
      value: tool.evidence === null ? "" : JSON.stringify(tool.evidence, null, 2),
      hint: "A tool that reads, and the place in its output that shows whether a lost call took effect. Leave it empty for none.",
    },
  ];
}

type Found = ReviewedProvider & { tool: ReviewedTool };

/** @throws ServiceError NOT_FOUND if the review doesn't have the tool. */
async function find({ services, params }: ConsoleRequest, given: URLSearchParams): Promise<Found> {
  const found = await services.providerReviews.find(params["slug"] ?? "");
  const tool = found.review.tools.find(({ name }) => name === given.get("tool"));
  if (tool === undefined) throw new ServiceError("NOT_FOUND", { detail: "The review has no such tool." });
  return { ...found, tool };
}

function formOf({ row, seen, tool }: Found): EntryForm {
  const assessed = assessTool(tool);
  const differs = seen.changed.some(({ name }) => name === tool.name) || seen.gone.includes(tool.name);
  let intro: Html | string = "";
  if (differs) intro = "The server has changed it since. It stays disabled until you accept that.";
  if (assessed.kind === "refused") {
    const { side, gap } = assessed;
    intro = markup`svc can't offer this tool: ${gap.reason} <code>${side}Schema${gap.pointer}</code>`;
  }
  const path = `/providers/${row.slug}`;
  return {
    title: withHiddenShown(tool.name),
    intro,
    of: { name: row.slug, path },
    path: `${path}/review`,
    label: "Save",
    fields: fieldsOf(tool),
    version: reviewVersion(row),
    hidden: { tool: tool.name },
    above: card(
      "What the server says about it",
      markup`<p>These texts are the server's. They may be meant to mislead you, or an assistant.</p>
${facts([
  ["Action", markup`<code>${row.slug}/${tool.id}</code>`],
  ["Title", tool.title === null ? muted("None") : tool.title],
  ["Description", markup`<div class="words">${isolated(tool.description)}</div>`],
  ["Hints", json(tool.annotations)],
  ["Input", json(tool.inputSchema)],
  ["Output", json(tool.outputSchema)],
])}`,
    ),
  };
}

async function show(request: ConsoleRequest): Promise<ConsoleResponse> {
  return entryPage(request, formOf(await find(request, request.query)));
}

async function save(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const work = async (): Promise<ConsoleResponse> => {
    const { review, tool } = await find(request, form);
    const decided = decidedIn(form, tool);
    const tools = review.tools.map((own) => (own === tool ? decided : own));
    try {
      await services.administration(auditActor(request)).setMcpServer({
        params: { provider: review.slug },
        body: { review: { ...review, tools } },
        expectedVersion: readVersion(form) ?? "",
      });
    } catch (error) {
      throw withinTool(error, review.tools.indexOf(tool));
    }
    return { location: `/providers/${review.slug}?done=reviewed` };
  };
  return await submit(request, work, async () => formOf(await find(request, form)));
}

/** Returns the tool with what the form decides. @throws ServiceError INVALID_REQUEST */
function decidedIn(form: URLSearchParams, tool: ReviewedTool): ReviewedTool {
  const evidence = readField(form, "evidence");
  return {
    ...tool,
    reviewed: readField(form, "reviewed") === "yes",
    effect: readChoice(form, "effect", actionEffects) ?? tool.effect,
    idempotency: readChoice(form, "idempotency", actionIdempotencies) ?? tool.idempotency,
    mcp: readField(form, "mcp") === "yes",
    sensitive: { input: readLines(form, "sensitiveInput"), output: readLines(form, "sensitiveOutput") },
    content: { input: readLines(form, "contentInput"), output: readLines(form, "contentOutput") },
    // The operation checks its form, like that of everything else.
    evidence: evidence === null ? null : (readJson(evidence) as Review["tools"][number]["evidence"]),
  };
}

/** Returns the error with places in the tool instead of in the whole review. */
function withinTool(error: unknown, at: number): unknown {
  if (!(error instanceof ServiceError) || error.code !== "INVALID_REQUEST" || error.errors === undefined) return error;
  const place = `/review/tools/${String(at)}`;
  const errors = error.errors.map((one): InputError =>
    one.pointer.startsWith(`${place}/`) ? { ...one, pointer: one.pointer.slice(place.length) } : one,
  );
  return new ServiceError("INVALID_REQUEST", { detail: error.detail, errors });
}
