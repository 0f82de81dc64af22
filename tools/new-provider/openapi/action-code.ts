/** The file of one action. */
import { commentText, constantOf, listConstantOf, stringCode } from "./code-names.ts";
import { consentOf } from "./consent.ts";
import type { Description } from "./description.ts";
import { guessesOf } from "./guesses.ts";
import { inputCode } from "./input-code.ts";
import type { Input, InputField } from "./input-code.ts";
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
  /** The provider's name, for the texts that end users read. */
  readonly product: string;
}

/** Returns the text of the file with all actions on a resource, which isn't formatted. */
export function actionsCode(description: Description, sources: readonly ActionSource[], resources: Resources): string {
  const code = sources.map((source) => actionCode(description, source, resources)).join("\n");
  const constants = sources.map(({ id }) => constantOf(id));
  return [
    "/** Actions generated from the API's description. */",
    contractImport(code),
    `import { defineAction, unconfirmed${withoutTexts(code).includes("unstated.") ? ", unstated" : ""} } from "@svc/provider-kit";`,
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
  const { id, operation, input, example, product } = source;
  const constant = constantOf(id);
  const inputs = input.fields.map(({ name }) => name);
  const guesses = guessesOf(description, operation, input.fields);
  const { isSensitive } = guesses;
  const output = outputOf({ description, resources, inputs, isSensitive }, operation.response);
  const isOwn = output.code.includes("(");
  const resource = isOwn ? `${constant}Output` : output.code;
  const isRead = guesses.accept === null;
  const request = requestCode(source, output);
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
    `  consent: ${stringCode(consentOf(operation, product))},`,
    `  effect: ${guesses.effect},`,
    `  idempotency: ${guesses.idempotency},`,
    "  requiredScopes: [],",
    `  mcp: false,`,
    `  sensitiveOutput: ${guesses.sensitiveOutput},`,
    `  input: ${inputCode(input)},`,
    `  output: ${outputCode(output, isRead, outputSchema(output, resource, `${constant}Page`))},`,
    `  example: ${JSON.stringify(example)},`,
    guesses.evidence === null ? "" : `  evidence: ${guesses.evidence},`,
    `  async run(${/\binput\./.test(withoutTexts(request)) ? "input" : "_input"}, provider) {`,
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
      : [`Left out, because the generator can't express it: ${shown}${leftOut.length > 20 ? " and more" : ""}.`]),
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
    "given",
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
    "textOf",
    "textsOf",
    "time",
  ];
  const names = all.filter((name) =>
    new RegExp(`(?<!\\.)\\b${name}${name === "textOf" ? "\\b" : "\\("}`).test(withoutTexts(code)),
  );
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

/** A change doesn't have to return anything; a read without an output would be useless. */
function outputCode({ doubt, kind }: Output, isRead: boolean, schema: string): string {
  return doubt === null || (kind === "done" && !isRead) ? schema : `unconfirmed(${schema}, ${stringCode(doubt)})`;
}

function outputSchema({ kind, beside }: Output, resource: string, page: string): string {
  const strict = (fields: string): string => `Type.Object({ ${fields} }, { additionalProperties: false })`;
  switch (kind) {
    case "object":
      return `${resource}.schema`;
    case "list": {
      const rest = beside === null ? "" : `, ...${page}.schema.properties`;
      return strict(`items: Type.Array(${resource}.schema, { description: "The entries of this page." })${rest}`);
    }
    case "texts":
      return strict(`items: Type.Array(Type.String(), { description: "The entries." })`);
    case "text":
      return strict(`text: Type.String({ description: "The response, which is a text." })`);
    case "done":
      return strict(`done: Type.Literal(true, { description: "The API accepted it." })`);
  }
}

function parserCode({ kind, member, beside }: Output, resource: string, page: string): string {
  const value = member === null ? "body" : `record(body)[${stringCode(member)}]`;
  if (kind === "text") return "{ text: textOf(body) }";
  if (kind === "texts") return "{ items: list(body).map(textOf) }";
  if (kind === "object") return `${resource}.read(${value})`;
  return `{ items: list(${value}).map(${resource}.read)${beside === null ? "" : `, ...${page}.read(body)`} }`;
}

function requestCode({ operation, input, basePath }: ActionSource, output: Output): string {
  const { method, template, body } = operation;
  const path = [
    ...basePath.map(stringCode),
    ...template
      .split("/")
      .slice(1)
      .filter((segment) => segment !== "")
      .map((segment) => segmentCode(segment, input.fields)),
  ];
  const to = (place: InputField["to"]): readonly InputField[] => input.fields.filter((field) => field.to === place);
  const pairs = (fields: readonly InputField[]): string =>
    fields.map((field) => `${stringCode(field.from)}: ${valueCode(field)}`).join(", ");
  const [query, header, sent, [whole]] = [to("query"), to("header"), to("body"), to("whole")];
  const headers = [
    ...Object.entries(input.headers).map(([name, code]) => `${stringCode(name)}: ${code}`),
    ...(header.length === 0 ? [] : [pairs(header)]),
  ];
  const kind = body?.kind ?? "json";
  const type = body?.type ?? null;
  const fields = `{ ${pairs(sent)} }`;
  const content =
    whole === undefined
      ? input.wrapper === null
        ? fields
        : `{ ${stringCode(input.wrapper)}: ${fields} }`
      : `input.${whole.name}`;
  const hasContent = sent.length > 0 || whole !== undefined;
  const isUnread = output.kind === "done" && method !== "GET";
  return `{ ${[
    `method: "${method}"`,
    `path: [${path.join(", ")}]`,
    ...(query.length === 0 ? [] : [`query: { ${pairs(query)} }`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(hasContent ? [`${kind}: ${content}`] : []),
    ...(hasContent && type !== null ? [`contentType: ${stringCode(type)}`] : []),
    ...(output.kind === "text" ? [`responseBody: "text"`] : isUnread ? [`responseBody: "discard"`] : []),
  ].join(", ")} }`;
}

/** A field's value as it is sent. */
function valueCode({ name, to, kind, required, separator }: InputField): string {
  if (kind === "array" && separator !== null)
    return `input.${name}${required ? "" : "?"}.join(${stringCode(separator)})`;
  return to === "header" && kind !== "string" ? `String(input.${name})` : `input.${name}`;
}

/** A path segment: fixed, a parameter, or both. */
function segmentCode(segment: string, fields: readonly InputField[]): string {
  const parts = segment.split(/(\{[^{}]*\})/).filter((part) => part !== "");
  const codes = parts.map((part) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    const field = fields.find(({ to, from }) => to === "path" && from === name);
    if (name === undefined || field === undefined) return stringCode(part);
    return field.kind === "string" || field.kind === "array" ? valueCode(field) : `String(input.${field.name})`;
  });
  return codes.join(" + ");
}
