/** Evidence that a call took effect: another tool of the server reads the state that the call was to bring about. */
import { type EvidenceDefinition, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { readResult } from "./result.ts";
import type { ReviewedEvidence } from "./review.ts";
import { inSession, isRefusal, readTool, type Place } from "./session.ts";
import { sessionEnded, toolRefusal } from "./verdict.ts";
import type { Session } from "./messages.ts";

/** What is read before a change: whether the state held already. */
export const Held = Type.Object(
  {
    held: Type.Union([Type.Boolean(), Type.Null()], {
      description: "Whether the state that the call was to bring about already held; null if that couldn't be read.",
    }),
  },
  { additionalProperties: false },
);

/** A read tool with its output's schema. */
type LookedAt = { id: string; name: string; output: Record<string, unknown> | null };

/** How to look, and the definition for the kit. */
export type ToolEvidence = {
  /** Whether the state holds; null if the input lacks a value that the reading needs, or the tool can't say. */
  holds: (port: ReadPort, session: Session, input: unknown) => Promise<boolean | null>;
  definition: EvidenceDefinition;
};

/** Builds the evidence of a tool from its review. */
export function toolEvidence(reviewed: ReviewedEvidence, looked: LookedAt, place: Place): ToolEvidence {
  const holds: ToolEvidence["holds"] = async (port, session, input) => {
    const args: [string, unknown][] = [];
    for (const [name, value] of Object.entries(reviewed.arguments)) {
      const argument = valueOf(value, input);
      if (argument === undefined) return null;
      args.push([name, argument]);
    }
    const { equals } = reviewed;
    const wanted = equals === undefined ? undefined : valueOf(equals, input);
    if (equals !== undefined && wanted === undefined) return null;
    const result = await unlessRefused(readTool(port, session, looked.name, Object.fromEntries(args)));
    if (result === "by the tool") return reviewed.refusedIfAbsent === true ? false : null;
    if (result === "by the server") return null;
    const output = readResult(result, looked.output, true);
    const found = at(output, reviewed.at);
    return equals === undefined
      ? found !== undefined && found !== null
      : JSON.stringify(found) === JSON.stringify(wanted);
  };
  return {
    holds,
    definition: {
      strength: "state",
      needs: [looked.id],
      facts: Held,
      async settle({ provider, input, facts }) {
        const { done: held } = await inSession(provider, place, (session) => holds(provider, session, input));
        if (held === null) return { verdict: "undetermined", why: "The look lacks a value, or the tool refused it." };
        if (!held) return { verdict: "undetermined", why: "The server doesn't show the effect." };
        const wasDifferent = isRecord(facts) && facts["held"] === false;
        return { verdict: "applied", basis: "state", wasDifferent, output: null };
      },
    },
  };
}

/**
 * The result of a read, or who refused it. Only the tool's own refusal can mean that what it looks for isn't there.
 * @throws ProviderFailure for everything else, also if the session has ended.
 */
async function unlessRefused<Result>(reading: Promise<Result>): Promise<Result | "by the tool" | "by the server"> {
  try {
    return await reading;
  } catch (error) {
    if (isRefusal(error, toolRefusal)) return "by the tool";
    if (isRefusal(error, sessionEnded) || !(error instanceof ProviderFailure)) throw error;
    if (error.refusal.code === "PROVIDER_REJECTED") return "by the server";
    throw error;
  }
}

function valueOf({ from, value }: { from?: string; value?: unknown }, input: unknown): unknown {
  return from === undefined ? value : at(input, from);
}

/** The value at a JSON Pointer; undefined if there is none. */
export function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}
