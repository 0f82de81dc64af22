/** Whether svc can offer a tool as an action, and with which schemas. Pure. */
import { mapSchema, type SchemaGap, type SchemaSide } from "./map-schema.ts";
import type { ToolFacts } from "./facts.ts";

/** A tool's schemas as an action, or why it can't be one. */
export type Assessment =
  | {
      kind: "usable";
      input: Record<string, unknown>;
      /** Null if the server declares no schema for results: the output is then the result's text. */
      output: Record<string, unknown> | null;
      /** The optional parts of the schemas that svc leaves out. */
      leftOut: readonly (SchemaGap & { side: SchemaSide })[];
    }
  | { kind: "refused"; side: SchemaSide; gap: SchemaGap };

/** Maps both schemas of a tool. */
export function assessTool({
  inputSchema,
  outputSchema,
}: {
  inputSchema: Readonly<Record<string, unknown>>;
  outputSchema: Readonly<Record<string, unknown>> | null;
}): Assessment {
  const input = mapSchema(inputSchema, "input");
  if (input.kind === "refused") return { kind: "refused", side: "input", gap: input.gap };
  const output = outputSchema === null ? null : mapSchema(outputSchema, "output");
  if (output?.kind === "refused") return { kind: "refused", side: "output", gap: output.gap };
  return {
    kind: "usable",
    input: input.schema,
    output: output?.schema ?? null,
    leftOut: [
      ...input.leftOut.map((gap) => ({ ...gap, side: "input" as const })),
      ...(output?.leftOut ?? []).map((gap) => ({ ...gap, side: "output" as const })),
    ],
  };
}

/** What a tool's hints claim it does. Without a hint, it may change anything, but isn't called destructive. */
export function claimedEffect({ annotations }: Pick<ToolFacts, "annotations">): "read" | "write" | "destructive" {
  if (annotations?.["readOnlyHint"] === true) return "read";
  return annotations?.["destructiveHint"] === true ? "destructive" : "write";
}
