/**
 * The API as text: every operation of the contract, one table per group, for readers without scripts and for agents.
 */
import { operations, operationTags, type Operation } from "@svc/contract";
import type { DocsPage } from "./page.ts";

const summary = "Every operation of the HTTP API: who may call it, what it takes, and how it can be refused.";

const callers = {
  serviceKey: "`Authorization: Bearer svc_live_…`",
  sessionSecret: "`Authorization: Bearer` with the session's secret",
  none: "no authentication needed",
} as const;

const keys = {
  required: "required",
  forWrites: "required for a `write` or `destructive` action",
  none: "not taken",
} as const;

/** Returns the page. */
export function apiPage(): DocsPage {
  const all: readonly Operation[] = Object.values(operations);
  const groups = Object.entries(operationTags).flatMap(([tag, description]) => {
    const own = all.filter((operation) => operation.tag === tag);
    return own.length === 0 ? [] : [`## ${tag}`, "", description, "", ...own.flatMap(sectionOf)];
  });
  const markdown = [
    "# HTTP API",
    "",
    summary,
    "",
    "The same with schemas and examples: [API reference](/reference), made from [OpenAPI 3.1](/openapi.json). Errors: [error codes](/docs/errors).",
    "",
    "To poll cheaply, send the `ETag` of a read's last answer as `If-None-Match`. If nothing changed, the answer is 304 without a body.",
    "",
    ...groups,
  ].join("\n");
  return { path: "/docs/api", title: "HTTP API", summary, markdown };
}

function sectionOf(operation: Operation): string[] {
  const codes = operation.errors.map((code) => `[\`${code}\`](/docs/errors/${code})`).join(", ");
  const parameters = fieldsOf(operation.query);
  const body = fieldsOf(operation.body);
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  return [
    `### ${operation.summary}`,
    "",
    `\`${operation.method} ${operation.path}\``,
    "",
    operation.description,
    "",
    `- Caller: ${callers[operation.auth]}`,
    ...(operation.idempotency === "none" ? [] : [`- \`Idempotency-Key\`: ${keys[operation.idempotency]}`]),
    ...(parameters.length === 0 ? [] : [`- Query: ${list(parameters)}`]),
    ...(body.length === 0 ? [] : [`- Body: ${list(body)}`]),
    `- Answer: ${operation.success.status}, ${operation.success.description}`,
    `- Errors: ${codes}`,
    "",
  ];
}

function fieldsOf(schema: { properties?: object } | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}
