/**
 * Compares MCP servers with their reviews: each about once a day, in one process, and whenever an operator asks. A
 * server that changed a tool after its review is believed to have changed what the tool does.
 */
import type { ToolFacts } from "@svc/mcp-provider";
import type { Platform } from "../../platform.ts";
import { hourMs, minuteMs } from "../clock/units.ts";
import type { Actor } from "../journal/port.ts";
import { documentsOf } from "./documents.ts";
import type { DescribedProviderRow, DescribedProviderStore } from "./port.ts";
import { compareTools, isSameSeen, newChanges, type SeenTools } from "./reviewed.ts";
import { checkEveryMs } from "./reviews.ts";

/** What a server says about its tools, or why svc couldn't ask: a sentence in svc's own words, without a period. */
export type InspectedTools = { kind: "tools"; tools: readonly ToolFacts[] } | { kind: "fault"; fault: string };

/** Asks a server for its tools. */
export type InspectServer = (row: DescribedProviderRow) => Promise<InspectedTools>;

/** The result of a check. */
export type ProviderCheck = { fault: string; seen: SeenTools; disabled: readonly string[] };

/** Dependencies of the checks. */
export type ProviderCheckDeps = {
  store: DescribedProviderStore;
  platform: Pick<Platform, "nowMs">;
  inspect: InspectServer;
};

/** How long a process has for a check before another one may begin it. */
export const leaseMs = 10 * minuteMs;

/** The most checks of one round. */
const roundMax = 20;

/** Checks a provider now. @throws ServiceError of the store. */
export async function checkProviderTools(
  { store, platform, inspect }: ProviderCheckDeps,
  row: DescribedProviderRow,
  actor: Actor,
): Promise<ProviderCheck> {
  const { slug } = row;
  const documents = documentsOf(row);
  if (documents === null)
    return await failed({ store, platform }, row, "its review isn't valid for this version of svc");
  const { review, seen: before } = documents;
  const inspected = await inspect(row);
  if (inspected.kind === "fault") return await failed({ store, platform }, row, inspected.fault);
  const seen = compareTools(review, inspected.tools, before);
  const tools = newChanges(review, before, seen);
  const now = platform.nowMs();
  // If somebody changed the review in the meantime, the next check compares with the new one.
  const isNoted = isSameSeen(before, seen) || (await store.note(row, { seen, updatedAt: now }, { actor, tools }));
  await store.checked(slug, { checkedAt: now, checkDue: isNoted ? now + checkEveryMs : now, checkFault: "" });
  return { fault: "", seen, disabled: tools.map(({ tool }) => tool) };
}

/** A server that can't be asked is asked again in an hour. Its tools stay: nothing says that they changed. */
async function failed(
  { store, platform }: Pick<ProviderCheckDeps, "store" | "platform">,
  { slug, seen }: DescribedProviderRow,
  fault: string,
): Promise<ProviderCheck> {
  await store.checked(slug, { checkedAt: null, checkDue: platform.nowMs() + hourMs, checkFault: fault });
  return { fault, seen: seen as SeenTools, disabled: [] };
}

/** Checks every provider whose check is due. @param stopping ends the round early. */
export async function checkDue(
  deps: ProviderCheckDeps,
  stopping: AbortSignal,
  onChecked: (slug: string, check: ProviderCheck) => void,
): Promise<void> {
  const { store, platform } = deps;
  for (let count = 0; count < roundMax && !stopping.aborted; count += 1) {
    const now = platform.nowMs();
    const row = await store.takeDue(now, now + leaseMs);
    if (row === null) return;
    onChecked(row.slug, await checkProviderTools(deps, row, "system"));
  }
}
