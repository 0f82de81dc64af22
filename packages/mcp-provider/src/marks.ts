/** Marks the fields that a review calls secret or content in a tool's mapped schemas. */
import { contentKeyword, sensitiveKeyword, summaryKeyword } from "@svc/contract";
import { isRecord } from "@svc/provider-kit/shape";
import type { Assessment } from "./assess.ts";
import type { ReviewedTool, ReviewFault } from "./review.ts";

type Node = Record<string, unknown>;
type Usable = Extract<Assessment, { kind: "usable" }>;

/** The output of a tool whose server declares no schema for results. */
export const textOutput: Node = {
  type: "object",
  properties: {
    text: { type: "string", description: "The result's text, in the server's own words." },
    omitted: {
      type: "integer",
      minimum: 0,
      description: "How many parts of the result svc left out because they aren't text.",
    },
  },
  required: ["text", "omitted"],
  additionalProperties: false,
};

/** An action's schemas, with every mark of the review. */
export type MarkedSchemas = { input: Node; output: Node; sensitiveOutput: boolean };

/** Applies a review's marks. A pointer that leads nowhere marks nothing: `markFaults` reports it. */
export function markedSchemas(tool: ReviewedTool, assessed: Usable): MarkedSchemas {
  const input = structuredClone(assessed.input);
  const output = structuredClone(assessed.output ?? textOutput);
  mark(input, tool.sensitive.input, sensitiveKeyword);
  mark(input, tool.content.input, contentKeyword);
  mark(output, tool.sensitive.output, sensitiveKeyword);
  mark(output, tool.content.output, contentKeyword);
  const sensitiveOutput = tool.sensitive.output.length > 0;
  if (sensitiveOutput) keepOthers(output);
  return { input, output, sensitiveOutput };
}

/** Returns the faults of a tool's marks, with their places in the tool. */
export function markFaults(tool: ReviewedTool, assessed: Usable): ReviewFault[] {
  const faults: ReviewFault[] = [];
  const sides = { input: assessed.input, output: assessed.output ?? textOutput };
  for (const kind of ["sensitive", "content"] as const) {
    for (const side of ["input", "output"] as const) {
      for (const [at, pointer] of tool[kind][side].entries()) {
        const place = `/${kind}/${side}/${String(at)}`;
        if (placesOf(sides[side], pointer).length === 0)
          faults.push({ pointer: place, message: "There's no such field." });
        else if (kind === "content" && tool[kind === "content" ? "sensitive" : "content"][side].includes(pointer)) {
          faults.push({ pointer: place, message: "The field is already marked as sensitive." });
        }
      }
    }
  }
  if (tool.effect === "read" && tool.content.output.length > 0) {
    faults.push({ pointer: "/content/output", message: "A read's output is what it reads, so none of it is content." });
  }
  const isAllSecret =
    markedSchemas(tool, assessed).sensitiveOutput && !hasSummary(markedSchemas(tool, assessed).output);
  if (isAllSecret) faults.push({ pointer: "/sensitive/output", message: "At least one field has to be recorded." });
  return faults;
}

function mark(schema: Node, pointers: readonly string[], keyword: string): void {
  for (const pointer of pointers) for (const place of placesOf(schema, pointer)) place[keyword] = true;
}

/** The schemas at a place, in every alternative. */
function placesOf(schema: Node, pointer: string): Node[] {
  let places = [schema];
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    places = places.flatMap(alternatives).flatMap((place) => {
      const { properties } = place;
      const next =
        name === "*"
          ? place["items"]
          : isRecord(properties) && Object.hasOwn(properties, name)
            ? properties[name]
            : null;
      return isRecord(next) ? [next] : [];
    });
  }
  return pointer === "" ? [] : places;
}

function alternatives(schema: Node): Node[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? [schema, ...anyOf.filter(isRecord).flatMap(alternatives)] : [schema];
}

/** Of an output with secrets, records keep only what is marked, so every field that holds none is. */
function keepOthers(output: Node): void {
  const { properties } = output;
  for (const field of isRecord(properties) ? Object.values(properties) : []) {
    const text = JSON.stringify(field);
    const isOpen = !text.includes(`"${sensitiveKeyword}"`) && !text.includes(`"${contentKeyword}"`);
    if (isRecord(field) && isOpen) field[summaryKeyword] = true;
  }
}

function hasSummary(output: Node): boolean {
  return JSON.stringify(output).includes(`"${summaryKeyword}"`);
}
