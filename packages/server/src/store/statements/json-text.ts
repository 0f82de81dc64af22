/**
 * Rows as JSON that the database writes: one text a row instead of a value for each column, which is what reading a row costs.
 * https://www.sqlite.org/printf.html, https://www.sqlite.org/json1.html#the_json_quote_function,
 * https://www.postgresql.org/docs/current/functions-string.html#FUNCTIONS-STRING-FORMAT
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { PreparedEngine } from "./prepared.ts";

/** How a column stands in JSON, in the words of a template. */
const forms = {
  /** Text in which there is nothing to escape, and never null. */
  word: { sqlite: (column) => sql`${column}`, postgres: (column) => sql`${column}`, quotes: '"' },
  text: { sqlite: quotedBySqlite, postgres: quotedByPostgres, quotes: "" },
  /** Text that is null where it is empty. */
  filled: {
    sqlite: (column) => quotedBySqlite(sql`nullif(${column}, '')`),
    postgres: (column) => quotedByPostgres(sql`nullif(${column}, '')`),
    quotes: "",
  },
  number: {
    sqlite: (column) => sql`ifnull(${column}, 'null')`,
    postgres: (column) => sql`coalesce(${column}::text, 'null')`,
    quotes: "",
  },
  /** JSON already. */
  json: { sqlite: (column) => sql`${column}`, postgres: (column) => sql`${column}`, quotes: "" },
} satisfies Record<string, Form>;

type Expression = (column: RawBuilder<unknown>) => RawBuilder<unknown>;
type Form = { sqlite: Expression; postgres: Expression; quotes: string };

function quotedBySqlite(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_quote(${text})`;
}

function quotedByPostgres(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(to_json(${text})::text, 'null')`;
}

/**
 * The text of a template for each row.
 * @param template without a percent sign, with `<form column>` where a column's value stands; forms are `word`, `text`, `filled`, `number`, `json`.
 * @throws TypeError for a form that there is none of.
 */
export function jsonText(template: string, { locksRows }: PreparedEngine): RawBuilder<string> {
  const values: RawBuilder<unknown>[] = [];
  const text = template.replaceAll(/<(\w+) (\w+)>/g, (_all, name: string, column: string) => {
    const form: Form | undefined = Object.hasOwn(forms, name) ? forms[name as keyof typeof forms] : undefined;
    if (form === undefined) throw new TypeError(`JSON has no form ${name}.`);
    values.push(form[locksRows ? "postgres" : "sqlite"](sql.ref(column)));
    return `${form.quotes}%s${form.quotes}`;
  });
  return sql<string>`format(${sql.lit(text)}, ${sql.join(values)})`;
}
