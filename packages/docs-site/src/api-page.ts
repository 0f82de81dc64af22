/**
 * The API as text: every operation of the contract, one table per group, for readers without scripts and for agents.
 */
import { operations, operationTags, type Operation } from "@svc/contract";

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

/** Returns the page, `docs/reference/api.md`. */
export function apiPage(): string {
  const all: readonly Operation[] = Object.values(operations);
  const groups = Object.entries(operationTags).flatMap(([tag, description]) => {
    const own = all.filter((operation) => operation.tag === tag);
    return own.length === 0 ? [] : [`## ${tag}`, "", description, "", ...own.flatMap(sectionOf)];
  });
  return [
    "# HTTP API",
    "",
    summary,
    "",
    "For schemas and examples, open `/reference` on your server, or read the [OpenAPI 3.1 description](openapi.json). See also the [error codes](errors.md).",
    "",
    "To poll cheaply, send the `ETag` of a read's last answer as `If-None-Match`. If nothing changed, the answer is 304 without a body.",
    "",
    ...groups,
  ].join("\n");
}

function sectionOf(operation: Operation): string[] {
  const codes = operation.errors.map((code) => `[\`${code}\`](errors/${code}.md)`).join(", ");
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
