/** The store of providers that are described by data. There are few, so they are always read together. */
import type { DescribedProviderRow } from "../generated/rows.ts";
import type { Actor } from "../journal/port.ts";

export type { DescribedProviderRow };

/** A reviewed tool that a check found changed or gone, for the journal. `after` is "" if it is gone. */
export type ToolChange = { tool: string; before: string; after: string };

/** What a new version of a provider's row says. */
export type DescribedProviderChange = Pick<DescribedProviderRow, "review" | "seen" | "updatedAt">;

export type DescribedProviderStore = {
  /** The version of each provider, whether or not its row was altered. */
  versions(): Promise<readonly Pick<DescribedProviderRow, "slug" | "version" | "removedAt">[]>;
  /** All that aren't removed and whose rows no other program changed, by slug. */
  list(): Promise<DescribedProviderRow[]>;
  /** Finds one, even if it is removed; null if there is none, or another program changed its row. */
  find(slug: string): Promise<DescribedProviderRow | null>;
  /** Adds a new one. @returns whether the slug was free. */
  add(row: DescribedProviderRow, applied: { actor: Actor; enabled: number }): Promise<boolean>;
  /** Applies a review. @returns whether the row still had this version. A removed provider is then back. */
  apply(
    of: Pick<DescribedProviderRow, "slug" | "version">,
    change: DescribedProviderChange,
    applied: { actor: Actor; enabled: number; accepted?: string },
  ): Promise<boolean>;
  /** Notes what a check found. @returns whether the row still had this version. */
  note(
    of: Pick<DescribedProviderRow, "slug" | "version">,
    found: Pick<DescribedProviderRow, "seen" | "updatedAt">,
    changes: { actor: Actor; tools: readonly ToolChange[] },
  ): Promise<boolean>;
  /** Removes one. @returns whether the row still had this version. */
  remove(of: Pick<DescribedProviderRow, "slug" | "version">, at: number, actor: Actor): Promise<boolean>;
  /** Takes the provider whose check is due first, and moves its next check, so that no other process takes it. */
  takeDue(nowMs: number, nextMs: number): Promise<DescribedProviderRow | null>;
  /**
   * Makes a check due that would be due after a time. A provider whose last check failed keeps its own time, so that a
   * server can't have itself asked more often.
   */
  hasten(slug: string, times: { dueMs: number; ifDueAfterMs: number }): Promise<void>;
  /** Notes that a check ended. */
  checked(slug: string, check: { checkedAt: number | null; checkDue: number; checkFault: string }): Promise<void>;
};
