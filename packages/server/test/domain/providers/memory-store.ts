/** The store's behavior in memory; the store's own cases say that it is the same. */
import type { DescribedProviderRow, DescribedProviderStore, ToolChange } from "../../../src/domain/providers/port.ts";

/** A store, and what it recorded. */
export type MemoryStore = DescribedProviderStore & { rows: Map<string, DescribedProviderRow>; changes: ToolChange[] };

/** Creates an empty store. */
export function memoryStore(): MemoryStore {
  const rows = new Map<string, DescribedProviderRow>();
  const changes: ToolChange[] = [];
  const change = (
    { slug, version }: Pick<DescribedProviderRow, "slug" | "version">,
    next: Partial<DescribedProviderRow>,
  ): Promise<boolean> => {
    const row = rows.get(slug);
    if (row?.version !== version) return Promise.resolve(false);
    rows.set(slug, { ...row, ...next, version: version + 1 });
    return Promise.resolve(true);
  };
  return {
    rows,
    changes,
    versions: () =>
      Promise.resolve([...rows.values()].map(({ slug, version, removedAt }) => ({ slug, version, removedAt }))),
    list: () => Promise.resolve([...rows.values()].filter(({ removedAt }) => removedAt === null)),
    find: (slug) => Promise.resolve(rows.get(slug) ?? null),
    add(row) {
      if (rows.has(row.slug)) return Promise.resolve(false);
      rows.set(row.slug, row);
      return Promise.resolve(true);
    },
    apply: (of, next) => change(of, { ...next, removedAt: null }),
    async note(of, next, { tools }) {
      const isChanged = await change(of, next);
      if (isChanged) changes.push(...tools);
      return isChanged;
    },
    remove: (of, at) => change(of, { removedAt: at }),
    takeDue(nowMs, nextMs) {
      const due = [...rows.values()].find(({ checkDue, removedAt }) => checkDue <= nowMs && removedAt === null);
      if (due !== undefined) rows.set(due.slug, { ...due, checkDue: nextMs });
      return Promise.resolve(due ?? null);
    },
    hasten(slug, { dueMs, ifDueAfterMs }) {
      const row = rows.get(slug);
      const isLater = row !== undefined && row.checkDue > ifDueAfterMs && row.checkFault === "";
      if (isLater) rows.set(slug, { ...row, checkDue: dueMs });
      return Promise.resolve();
    },
    checked(slug, { checkedAt, ...check }) {
      const row = rows.get(slug);
      if (row !== undefined) rows.set(slug, { ...row, ...check, checkedAt: checkedAt ?? row.checkedAt });
      return Promise.resolve();
    },
  };
}
