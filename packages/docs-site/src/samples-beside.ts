/** The API reference in three columns: navigation, what an operation does, and its samples next to that. */
import { operationExamples, operationList, type Operation, type OperationId } from "@svc/contract";
import { schemaTree } from "./schema-tree.ts";
import type { TriedOperation } from "./theme/tried-operation.ts";

/** A request in several languages, or the response below it: what the right column shows. */
const sample = /^<!-- code-group -->$[^]*?^<!-- \/code-group -->$|^Response \(\d+\):\n\n```json\n[^]*?^```$/gm;

/** The fields of a request, in Markdown. */
const fieldTable = /^\*\*(Query|Body)\*\*\n\n(?:\|.*\n)+/gm;

/**
 * Returns the page of a group of operations with the fields of each operation's request and response as trees, and its
 * samples in an element of their own, after its text, with the form in which a reader tries it. The Markdown that readers
 * and agents get stays as it is.
 */
export function withSamplesBeside(markdown: string): string {
  const [head = "", ...sections] = markdown.split(/^(?=## )/m);
  return [head, ...sections.map(besideText)].join("");
}

function besideText(section: string): string {
  const samples = section.match(sample) ?? [];
  if (samples.length === 0) return section;
  const [heading = "", ...rest] = section.split("\n");
  const operation = operationList.find(({ summary }) => heading === `## ${summary}`);
  const text = rest
    .join("\n")
    .replaceAll(sample, "")
    .replace(/^`([A-Z]+) (\/\S*)`$/m, requestLine)
    .replaceAll(fieldTable, "")
    .replace(/^\*\*Errors:\*\* (.*)$/m, (line, codes: string) =>
      [...(operation === undefined ? [] : fieldsOf(operation)), foldedErrors(line, codes)].join("\n\n"),
    )
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return [
    heading,
    "",
    '<div class="operation">\n<div class="operation-text">',
    text,
    '</div>\n<div class="operation-samples">',
    ...samples,
    ...(operation === undefined ? [] : tryIt(operation)),
    "</div>\n</div>\n\n",
  ].join("\n\n");
}

function requestLine(_line: string, method: string, path: string): string {
  return `<p class="request-line"><b class="method-${method.toLowerCase()}">${method}</b> <code>${path}</code></p>`;
}

function fieldsOf({ query, body, success }: Operation): string[] {
  return [
    ...schemaTree("Query", query ?? {}, "request"),
    ...schemaTree("Body", body ?? {}, "request"),
    ...schemaTree(`Response ${success.status}`, success.schema ?? {}, "response"),
  ];
}

function foldedErrors(_line: string, codes: string): string {
  return `<details class="errors">\n<summary>Errors (${codes.split(", ").length})</summary>\n\n${codes}\n\n</details>`;
}

/** The form, for operations that take a service key or nothing: the secret of a Connect session belongs to its page. */
function tryIt(operation: Operation): string[] {
  if (operation.auth === "sessionSecret") return [];
  const { params, query, body } = operationExamples[operation.id as OperationId];
  const tried: TriedOperation = {
    method: operation.method,
    path: operation.path,
    needsKey: operation.auth === "serviceKey",
    takesIdempotencyKey: operation.idempotency !== "none",
    params: params ?? {},
    query: Object.keys(operation.query?.properties ?? {}),
    exampleQuery: query ?? {},
    body,
  };
  return [`<TryIt operation="${encodeURIComponent(JSON.stringify(tried))}" />`];
}
