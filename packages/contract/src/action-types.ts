/** Renders the types of actions as TypeScript, for `npm run generate` and `svc types`. */
import type { Action } from "./catalog.ts";
import { summaryKeyword, unrecordedKeywords } from "./keywords.ts";
import { docstring, literalType, schemaType } from "./schema-type.ts";

/** The parts of an action that its types are generated from. */
export type TypedAction = Pick<
  Action,
  "provider" | "id" | "title" | "description" | "effect" | "inputSchema" | "outputSchema" | "sensitiveOutput"
>;

/**
 * Renders the members of an interface that maps an action's id, with its provider, to its types.
 * @returns lines sorted by id, each ending with a line break. The same actions in any order give the same text.
 */
export function actionTypeMembers(actions: readonly TypedAction[], indent = "  "): string {
  return actions
    .map((action) => ({ action, name: `${action.provider}/${action.id}` }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ action, name }) => {
      const inner = `${indent}  `;
      const output = schemaType(action.outputSchema, inner);
      const replayed = action.effect === "read" ? output : schemaType(storedSchema(action), inner);
      const lines = [
        `effect: ${literalType(action.effect)};`,
        `input: ${schemaType(action.inputSchema, inner)};`,
        `output: ${output};`,
        ...(replayed === output ? [] : [`replayedOutput: ${replayed};`]),
      ];
      const text = docstring(`${action.title}. ${action.description}`, indent);
      return `${text}${indent}${literalType(name)}: {\n${lines.map((line) => `${inner}${line}\n`).join("")}${indent}};\n`;
    })
    .join("");
}

/** Renders the file that declares the actions to `@svc/sdk`. The same actions in any order give the same file. */
export function actionTypesFile(actions: readonly TypedAction[]): string {
  return `/** The actions that your tenants may use. Written by \`svc types\`; run it again when they change. */
import "@svc/sdk";

declare module "@svc/sdk" {
  interface TenantActions {
${actionTypeMembers(actions, "    ")}  }
}
`;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema of a replayed output, which has only the parts that are stored (see {@link safeOutput}). */
function storedSchema({ outputSchema, sensitiveOutput }: TypedAction): Schema {
  if (!sensitiveOutput && !holdsSecret(outputSchema)) return outputSchema;
  const { properties, required } = outputSchema;
  if (outputSchema["type"] !== "object" || !isSchema(properties) || holdsCombination(outputSchema)) return {};
  const fields = Object.entries(properties).filter(([, field]) => isSchema(field) && !isMarked(field));
  const kept = sensitiveOutput ? fields.filter(([, field]) => (field as Schema)[summaryKeyword] === true) : fields;
  const isCounted = sensitiveOutput && fields.some(([, field]) => (field as Schema)[summaryKeyword] === "count");
  const stored = kept.map(([name, field]) => [name, holdsSecret(field) ? {} : field]);
  return {
    type: "object",
    properties: { ...Object.fromEntries(stored), ...(isCounted ? { count: { type: "integer" } } : {}) },
    required: Array.isArray(required) ? required.filter((name) => kept.some(([field]) => field === name)) : [],
    additionalProperties: false,
  };
}

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

const combining = ["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas", "patternProperties"];

/** Whether other keywords may declare fields, or marks on them. */
function holdsCombination(schema: Schema): boolean {
  return combining.some((keyword) => schema[keyword] !== undefined);
}

function isMarked(schema: Schema): boolean {
  return unrecordedKeywords.some((keyword) => schema[keyword] === true);
}

/** Whether anything inside is secret. References count as secret, as they do when the output is stored. */
function holdsSecret(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  const isSecret = isSchema(part) && (isMarked(part) || part["$ref"] !== undefined);
  return isSecret || Object.values(part).some(holdsSecret);
}
