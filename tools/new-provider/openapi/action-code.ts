/** The file of one action. */
import { commentText, constantOf, listConstantOf, stringCode } from "./code-names.ts";
import { DescriptionError } from "./description.ts";
import type { Description } from "./description.ts";
import { guessesOf } from "./guesses.ts";
import { inputCode } from "./input-code.ts";
import type { Input, InputField } from "./input-code.ts";
import { quoted } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { outputOf } from "./output-code.ts";
import type { Output, Resources } from "./output-code.ts";

/** The inputs for an action's file. */
export interface ActionSource {
  readonly id: string;
  readonly operation: Operation;
  readonly input: Input;
  /** The path of the server's URL, which precedes the operation's own. */
  readonly basePath: readonly string[];
  /** An input that works with the simulator. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly hasScopes: boolean;
}

/** Returns the text of the file with all actions on a resource, which isn't formatted. */
export function actionsCode(description: Description, sources: readonly ActionSource[], resources: Resources): string {
  const code = sources.map((source) => actionCode(description, source, resources)).join("\n");
  const constants = sources.map(({ id }) => constantOf(id));
  return [
    "/** Actions generated from the API's description. */",
    contractImport(code),
    `import { defineAction, unconfirmed } from "@svc/provider-kit";`,
    shapeImport(code),
    `import { Type } from "typebox";`,
    resourceImport(code),
    "\n",
    code,
    `export const ${listConstantOf(sources[0]?.id ?? "")} = [${constants.join(", ")}];`,
    "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function actionCode(description: Description, source: ActionSource, resources: Resources): string {
  const { id, operation, input, example, hasScopes } = source;
  const constant = constantOf(id);
  const output = outputOf(description, operation.response, resources);
  const isOwn = output.code.includes("(");
  const resource = isOwn ? `${constant}Output` : output.code;
  const guesses = guessesOf(description, operation, input.fields);
  const isRead = guesses.accept === null;
  const request = requestCode(source);
  const call = isRead
    ? `await provider.read(${request})`
    : `await provider.change(${request}, { accept: ${guesses.accept ?? ""} })`;
  const lines = [
    isOwn ? `const ${resource} = ${output.code};\n` : "",
    output.beside === null ? "" : `const ${constant}Page = ${output.beside};\n`,
    ...comment(notes(operation, input, output)),
    `const ${constant} = defineAction({`,
    `  id: ${stringCode(id)},`,
    `  title: ${stringCode(operation.title)},`,
    `  description: ${stringCode(operation.description)},`,
    `  consent: ${stringCode(operation.title)},`,
    `  effect: ${guesses.effect},`,
    `  idempotency: ${guesses.idempotency},`,
    `  requiredScopes: ${JSON.stringify(hasScopes ? operation.scopes : [])},`,
    `  mcp: false,`,
    `  sensitiveOutput: ${guesses.sensitiveOutput},`,
    `  input: ${inputCode(input)},`,
    `  output: ${outputSchema(output, resource, `${constant}Page`)},`,
    `  example: ${JSON.stringify(example)},`,
    guesses.evidence === null ? "" : `  evidence: ${guesses.evidence},`,
    `  async run(${input.fields.length === 0 ? "_input" : "input"}, provider) {`,
    ...(output.kind === "done"
      ? [`    ${call};`, `    return { done: true as const };`]
      : [`    const { body } = ${call};`, `    return ${parserCode(output, resource, `${constant}Page`)};`]),
    `  },`,
    `});`,
    "",
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function notes({ docsUrl, method, template }: Operation, input: Input, output: Output): string[] {
  const leftOut = [...new Set([...input.leftOut, ...output.leftOut])];
  const shown = leftOut.slice(0, 20).join(", ");
  return [
    `\`${method} ${template}\`${docsUrl === null ? "." : `, ${docsUrl}`}`,
    ...(leftOut.length === 0
      ? []
      : [`Left out, because they have no single type: ${shown}${leftOut.length > 20 ? " and more" : ""}.`]),
  ];
}

/** Wraps texts into comment lines, whatever they contain. */
function comment(texts: readonly string[]): string[] {
  const lines = texts.flatMap((text) => wrapped(commentText(text.replaceAll(/[\s\p{Cc}]+/gu, " "))));
  const [only] = lines;
  return lines.length === 1 ? [`/** ${only ?? ""} */`] : ["/**", ...lines.map((line) => ` * ${line}`), " */"];
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 116) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function contractImport(schema: string): string {
  const names = ["oneOf", "sensitive"].filter((name) => schema.includes(`${name}(`));
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from "@svc/contract";`;
}

/** The import of the kit's functions for shapes that the code calls. */
export function shapeImport(code: string): string {
  const all = [
    "decimal",
    "flag",
    "integer",
    "list",
    "listOf",
    "orNull",
    "part",
    "record",
    "recorded",
    "secret",
    "shape",
    "text",
    "textsOf",
    "time",
  ];
  const names = all.filter((name) => new RegExp(`(?<!\\.)\\b${name}\\(`).test(withoutTexts(code)));
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from "@svc/provider-kit/shape";`;
}

/** The import of the shapes that the code uses. */
function resourceImport(code: string): string {
  const names = new Set(withoutTexts(code).match(/\b[a-zA-Z0-9]+Shape\b|\bshape\d+\b/g) ?? []);
  return names.size === 0 ? "" : `import { ${[...names].sort().join(", ")} } from "../resources.ts";`;
}

/** Code without its texts and comments, in which a name wouldn't be a name. */
function withoutTexts(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"/g, '""');
}

function outputSchema({ kind, beside }: Output, resource: string, page: string): string {
  if (kind === "object") return `${resource}.schema`;
  if (kind === "list") {
    const rest = beside === null ? "" : `, ...${page}.schema.properties`;
    return `Type.Object({ items: Type.Array(${resource}.schema, { description: "The entries of this page." })${rest} }, { additionalProperties: false })`;
  }
  return `Type.Object({ done: Type.Literal(true, { description: "The API accepted it." }) }, { additionalProperties: false })`;
}

function parserCode({ kind, member, beside }: Output, resource: string, page: string): string {
  const value = member === null ? "body" : `record(body)[${stringCode(member)}]`;
  if (kind === "object") return `${resource}.read(${value})`;
  return `{ items: list(${value}).map(${resource}.read)${beside === null ? "" : `, ...${page}.read(body)`} }`;
}

function requestCode({ operation, input, basePath }: ActionSource): string {
  const { method, template, body } = operation;
  const path = [
    ...basePath.map(stringCode),
    ...template
      .split("/")
      .slice(1)
      .map((segment) => segmentCode(segment, operation, input.fields)),
  ];
  const query = input.fields.filter(({ to }) => to === "query");
  const sent = input.fields.filter(({ to }) => to === "body");
  const kind = body?.kind ?? "json";
  const fields = `{ ${sent.map(pairCode).join(", ")} }`;
  return `{ ${[
    `method: "${method}"`,
    `path: [${path.join(", ")}]`,
    ...(query.length === 0 ? [] : [`query: { ${query.map(pairCode).join(", ")} }`]),
    ...(sent.length === 0
      ? []
      : [`${kind}: ${input.wrapper === null ? fields : `{ ${stringCode(input.wrapper)}: ${fields} }`}`]),
  ].join(", ")} }`;
}

function pairCode({ from, name }: InputField): string {
  return `${stringCode(from)}: input.${name}`;
}

/** A path segment: fixed, a parameter, or both. */
function segmentCode(segment: string, { operationId }: Operation, fields: readonly InputField[]): string {
  if (segment === "" || segment === "." || segment === "..")
    throw new DescriptionError(`The path of ${quoted(operationId)} has an empty segment.`);
  const parts = segment.split(/(\{[^{}]*\})/).filter((part) => part !== "");
  const codes = parts.map((part) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    const field = fields.find(({ to, from }) => to === "path" && from === name);
    if (name === undefined) return stringCode(part);
    return field?.isText === true ? `input.${field.name}` : `String(input.${field?.name ?? ""})`;
  });
  return codes.join(" + ");
}
