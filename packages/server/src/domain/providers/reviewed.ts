/** Compares what a server says about its tools with what an operator reviewed. Pure. */
import { createHash } from "node:crypto";
import { assessTool, claimedEffect, toolDigest, unreviewedTool, type Review, type ToolFacts } from "@svc/mcp-provider";
import canonicalize from "canonicalize";
import type { ToolChange } from "./port.ts";

/** What differs from a review. A tool stays here until an operator accepts it, even if it changes back. */
export type SeenTools = {
  /** Reviewed or not: their digests differ from the review's. */
  changed: readonly ToolFacts[];
  /** The names of tools that the server no longer has. */
  gone: readonly string[];
  /** Tools that the review doesn't have. */
  added: readonly ToolFacts[];
};

/** Nothing differs. */
export const nothingSeen: SeenTools = { changed: [], gone: [], added: [] };

/** Compares the server's tools with the review. @param before what differed until now. */
export function compareTools(review: Review, tools: readonly ToolFacts[], before: SeenTools): SeenTools {
  const isKnown = (wanted: string): boolean => review.tools.some(({ name }) => name === wanted);
  const differed = new Set([...before.changed.map(({ name }) => name), ...before.gone]);
  const found = new Map(tools.map((tool) => [tool.name, tool]));
  const changed: ToolFacts[] = [];
  const gone: string[] = [];
  for (const { name, digest } of review.tools) {
    const tool = found.get(name);
    if (tool === undefined) gone.push(name);
    else if (toolDigest(tool) !== digest || differed.has(name)) changed.push(tool);
  }
  return { changed, gone, added: [...found.values()].filter(({ name }) => !isKnown(name)) };
}

/** Whether two comparisons say the same. */
export function isSameSeen(one: SeenTools, other: SeenTools): boolean {
  return JSON.stringify(marks(one)) === JSON.stringify(marks(other));
}

function marks({ changed, gone, added }: SeenTools): unknown {
  return [changed.map(toolDigest), gone, added.map(toolDigest)];
}

/** The enabled tools that differ now and didn't before, for the journal. */
export function newChanges(review: Review, before: SeenTools, after: SeenTools): ToolChange[] {
  const was = new Map(before.changed.map((tool) => [tool.name, toolDigest(tool)]));
  return review.tools.flatMap(({ name, digest, reviewed }): ToolChange[] => {
    if (!reviewed) return [];
    const tool = after.changed.find((one) => one.name === name);
    const isGone = after.gone.includes(name);
    const now = tool === undefined ? "" : toolDigest(tool);
    if (tool === undefined && !isGone) return [];
    const same = isGone ? before.gone.includes(name) : was.get(name) === now;
    return same ? [] : [{ tool: name, before: digest, after: now }];
  });
}

/**
 * Returns the review with only the tools enabled that are as they were reviewed; null if the tool that names accounts
 * isn't, because connections would then get other names.
 */
export function enabledReview(review: Review, { changed, gone }: SeenTools): Review | null {
  const disabled = new Set([...changed.map(({ name }) => name), ...gone]);
  if (review.account !== null && disabled.has(review.account.tool)) return null;
  return {
    ...review,
    tools: review.tools.map((tool) => ({
      ...tool,
      reviewed: tool.reviewed && !disabled.has(tool.name),
      evidence: tool.evidence !== null && disabled.has(tool.evidence.tool) ? null : tool.evidence,
    })),
  };
}

/** The number of enabled tools. */
export function enabledCount(review: Review, seen: SeenTools): number {
  return enabledReview(review, seen)?.tools.filter(({ reviewed }) => reviewed).length ?? 0;
}

/**
 * Returns the review after an operator accepted a tool as the server describes it now. What the operator decided about
 * it stays. A tool that is gone leaves the review, and a new one joins it, to be decided about. Null if nothing about
 * this tool differs.
 */
export function acceptTool(review: Review, seen: SeenTools, name: string): { review: Review; seen: SeenTools } | null {
  const others = <Tool extends { name: string }>(tools: readonly Tool[]): Tool[] =>
    tools.filter((tool) => tool.name !== name);
  const tool = seen.changed.find((one) => one.name === name);
  if (tool !== undefined) {
    const tools = review.tools.map((own) => (own.name === name ? { ...own, ...tool, digest: toolDigest(tool) } : own));
    return { review: { ...review, tools }, seen: { ...seen, changed: others(seen.changed) } };
  }
  const added = seen.added.find((one) => one.name === name);
  const joining = added === undefined ? null : unreviewedTool(review.slug, review.tools, added);
  if (joining !== null) {
    return { review: { ...review, tools: [...review.tools, joining] }, seen: { ...seen, added: others(seen.added) } };
  }
  if (!seen.gone.includes(name)) return null;
  return {
    review: { ...review, tools: others(review.tools) },
    seen: { ...seen, gone: seen.gone.filter((one) => one !== name) },
  };
}

/** What is still different after another review was applied. */
export function afterReview(review: Review, { changed, gone, added }: SeenTools): SeenTools {
  const digests = new Map(review.tools.map(({ name, digest }) => [name, digest]));
  const facts = [...changed, ...added];
  return {
    changed: facts.filter((tool) => digests.has(tool.name) && digests.get(tool.name) !== toolDigest(tool)),
    gone: gone.filter((name) => digests.has(name)),
    added: facts.filter(({ name }) => !digests.has(name)),
  };
}

/** Marks every usable tool as reviewed that says it only reads, and that the review takes for a read too. */
export function acceptHints(review: Review): Review {
  return {
    ...review,
    tools: review.tools.map((tool) => {
      const isRead = tool.effect === "read" && claimedEffect(tool as unknown as ToolFacts) === "read";
      return isRead && assessTool(tool).kind === "usable" ? { ...tool, reviewed: true } : tool;
    }),
  };
}

/** What becomes of a tool, and why. */
export type ToolState = {
  name: string;
  /** The action's id; null for a tool that no review has. */
  id: string | null;
  effect: Review["tools"][number]["effect"] | null;
  /** The digest of the tool as it was reviewed, as executions record it; null for a tool that no review has. */
  digest: string | null;
  state: "enabled" | "not_reviewed" | "refused" | "changed" | "gone" | "new";
  /** Why svc can't offer it; "" if it can. */
  reason: string;
};

const unreviewed = { id: null, effect: null, digest: null, state: "new", reason: "" } as const;

/** Lists the tools of a review in its order, then those that wait for one. */
export function toolStates(review: Review, { changed, gone, added }: SeenTools): ToolState[] {
  const isChanged = new Set(changed.map(({ name }) => name));
  const own = review.tools.map((tool): ToolState => {
    const { name, id, effect, digest, reviewed } = tool;
    const assessed = assessTool(tool);
    const reason =
      assessed.kind === "usable" ? "" : `${assessed.gap.reason} (${assessed.side}Schema${assessed.gap.pointer})`;
    const common = { name, id, effect, digest, reason };
    if (gone.includes(name)) return { ...common, state: "gone" };
    if (isChanged.has(name)) return { ...common, state: "changed" };
    if (reason !== "") return { ...common, state: "refused" };
    return { ...common, state: reviewed ? "enabled" : "not_reviewed" };
  });
  return [...own, ...added.map(({ name }): ToolState => ({ ...unreviewed, name }))];
}

/** A part of a tool that differs: its value in the review, and the server's. */
export type Difference = { part: (typeof parts)[number]; before: string; after: string };

/** The parts of a tool that its server describes, besides its name. */
const parts = ["title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** Compares a reviewed tool with what the server says now. */
export function differences(before: Review["tools"][number], after: ToolFacts): Difference[] {
  return parts.flatMap((part) => {
    const [one, other] = [textOf(before[part]), textOf(after[part])];
    return one === other ? [] : [{ part, before: one, after: other }];
  });
}

/** What differs from the review, tool by tool. */
export function changesOf({ review, seen }: { review: Review; seen: SeenTools }): ({ tool: string } & Difference)[] {
  return seen.changed.flatMap((after) => {
    const before = review.tools.find(({ name }) => name === after.name);
    return before === undefined ? [] : differences(before, after).map((one) => ({ tool: after.name, ...one }));
  });
}

/** Returns the digest of a review. The order of its fields doesn't matter. */
export function reviewDigest(review: object): string {
  return `sha256:${createHash("sha256")
    .update(canonicalize(review) ?? "")
    .digest("hex")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
