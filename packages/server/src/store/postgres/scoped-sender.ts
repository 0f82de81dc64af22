/** Sets the scope of a transaction, and what its commit waits for, where it begins. */
import type { PoolClient } from "pg";
import type { Scopes } from "../scope.ts";
import { isPlannedOnce, preparedName } from "../statements/prepared.ts";
import { createExchange } from "./exchange.ts";
import type { Outcome, Statement } from "./exchange.ts";
import { parserOf } from "./value-parsers.ts";

const setSetting = "select set_config($1, $2, true)";
// Set in each transaction: a role's or the server's own setting can change while sessions live, and a commit could then be
// answered and lost. `remote_apply` waits for even more and stays
// (https://www.postgresql.org/docs/current/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT).
const setCommit =
  ", set_config('synchronous_commit', " +
  "case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)";
// A page comes from an index that has its rows in order. Planned for all values, it would be taken for a tenth of all rows, for
// that is what PostgreSQL makes of a limit that it does not know, and these would rather be sorted. A plan is kept while its
// tables grow, so it goes by indexes from the first.
const planOnce =
  ", set_config('plan_cache_mode', 'force_generic_plan', true), " +
  "set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true), " +
  "set_config('enable_seqscan', 'off', true)";
const settings = {
  plain: { text: `${setSetting}${setCommit}`, name: "svc.setting" },
  plan: { text: `${setSetting}${planOnce}`, name: "svc.setting_plan" },
} as const;

/**
 * Sets the scope where a transaction begins. Its `begin` and its setting go with its first statement, and the setting of a
 * statement that is a transaction by itself with that statement: neither waits for an answer of its own. That setting also
 * gives the mark where somebody wants to know it, so it is never newer than what the statement sees.
 */
export function scopedSender(
  client: PoolClient,
  scopes: Scopes,
): (text: string, values: unknown[]) => Promise<Outcome> {
  const exchange = createExchange(client, (typeOid) => parserOf(typeOid));
  const settingNow = (plansOnce: boolean): Statement[] => {
    const setting = scopes.setting();
    if (setting === null) return [];
    return [{ ...settings[plansOnce ? "plan" : "plain"], values: [setting.name, setting.value] }];
  };
  let isInTransaction = false;
  let opening: readonly Statement[] = [];
  return async (text, values) => {
    if (text === "begin") {
      isInTransaction = true;
      opening = [{ text, values, name: "svc.begin" }, ...settingNow(false)];
      return { command: "BEGIN", rowCount: 0, rows: [] };
    }
    const ahead = isInTransaction ? opening : settingNow(isPlannedOnce(text));
    opening = [];
    const isEnd = text === "commit" || text === "rollback";
    if (isEnd) isInTransaction = false;
    // Nothing was asked of the transaction, so it was never begun.
    if (isEnd && ahead.length > 0) return { command: text.toUpperCase(), rowCount: 0, rows: [] };
    const name = isEnd ? `svc.${text}` : preparedName(text);
    const outcomes = await exchange([...ahead, { text, values, name }]);
    return outcomes.at(-1) ?? { command: "", rowCount: 0, rows: [] };
  };
}
