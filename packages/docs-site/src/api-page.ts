/** The API as pages: an index of every operation, and a page per group with parameters, samples and answers. */
import {
  clientSetup,
  codeSamples,
  operationExamples,
  operationList,
  operationTags,
  type Operation,
  type OperationId,
} from "@svc/contract";
import { codeTabs, schemaTable, toAnchor } from "@svc/server/reference";

const summary = "Every operation of the HTTP API: who may call it, its parameters, and its errors.";

const callers = {
  serviceKey: "a service key, as `Authorization: Bearer svc_live_…`",
  sessionSecret: "the secret of a Connect session, as `Authorization: Bearer css_…`",
  none: "nothing",
} as const;

const keys = {
  required: "required",
  forWrites: "required for a `write` or `destructive` action",
  optional: "optional",
  none: "not taken",
} as const;

/** Returns the pages, by file in `docs/reference`. */
export function apiPages(): Map<string, string> {
  const groups = Object.entries(operationTags).map(([tag, description]) => ({
    tag,
    description,
    file: `api/${toAnchor(tag)}.md`,
    own: operationList.filter((operation) => operation.tag === tag),
  }));
  const pages = groups.map((group) => [group.file, groupPage(group)] as const);
  return new Map([["api.md", indexPage(groups)], ...pages]);
}

type Group = { tag: string; description: string; file: string; own: readonly Operation[] };

function indexPage(groups: readonly Group[]): string {
  return [
    "# HTTP API",
    "",
    summary,
    "",
    "Requests and answers are JSON. Every error is a problem document with a stable `code`: see the [error codes](errors.md). All schemas are in the [OpenAPI 3.1 description](openapi.json).",
    "",
    "The samples use a client created like this. A CLI command acts for the tenant in `SVC_TENANT_ID`.",
    "",
    ...codeTabs([
      { language: "ts", label: "TypeScript", code: clientSetup[0] },
      { language: "python", label: "Python", code: clientSetup[1] },
      { language: "sh", label: "CLI", code: "export SVC_API_URL=… SVC_TOKEN=svc_live_… SVC_TENANT_ID=acme" },
    ]),
    "To poll cheaply, send the `ETag` of a read's last response as `If-None-Match`. If nothing changed, the response is 304 without a body.",
    "",
    ...groups.flatMap(({ tag, description, file, own }) => [
      `## ${tag}`,
      "",
      description,
      "",
      "| Operation | Request |",
      "| --- | --- |",
      ...own.map(
        (operation) =>
          `| [${operation.summary}](${file}#${toAnchor(operation.summary)}) | \`${operation.method} ${operation.path}\` |`,
      ),
      "",
    ]),
  ].join("\n");
}

function groupPage({ tag, description, own }: Group): string {
  return [`# ${tag}`, "", description, "", ...own.flatMap(sectionOf)].join("\n");
}

function sectionOf(operation: Operation): string[] {
  const { auth, idempotency, query, body, success } = operation;
  const codes = operation.errors.map((code) => `[\`${code}\`](../errors/${code}.md)`).join(", ");
  return [
    `## ${operation.summary}`,
    "",
    `\`${operation.method} ${operation.path}\``,
    "",
    operation.description,
    "",
    `- Needs ${callers[auth]}`,
    ...(idempotency === "none" ? [] : [`- \`Idempotency-Key\`: ${keys[idempotency]}`]),
    `- Response ${success.status}: ${success.description}`,
    "",
    ...codeTabs(codeSamples(operation.id as OperationId, false)),
    ...responseOf(operation),
    ...fieldsOf("Query", query),
    ...fieldsOf("Body", body),
    `**Errors:** ${codes}`,
    "",
  ];
}

/** The example's response. */
function responseOf({ id, success }: Operation): string[] {
  const { response } = operationExamples[id as OperationId];
  if (typeof response !== "object" || response === null) return [];
  return [`Response (${success.status}):`, "", "```json", JSON.stringify(response, null, 2), "```", ""];
}

function fieldsOf(title: string, schema: { properties?: object } | undefined): string[] {
  if (Object.keys(schema?.properties ?? {}).length === 0) return [];
  return [`**${title}**`, "", ...schemaTable(schema ?? {}), ""];
}
