/** Prints an action's output: a list as a table, anything else as a record. */
import { listColumns, listIn, valueText } from "@svc/contract/terminal";
import type { Context } from "../../context.ts";

/** @param output of any provider's action. What else a list says, such as its cursor, goes to stderr. */
export function showOutput(context: Context, output: object): void {
  const list = listIn(output);
  if (list === null) {
    context.show(output);
    return;
  }
  const { items, facts } = list;
  if (items.every((item) => typeof item === "object" && item !== null)) {
    context.showRows(output, items, listColumns(items));
  } else {
    for (const item of items) context.io.out(`${valueText(item)}\n`);
  }
  const said = Object.entries(facts).filter(
    ([name, value]) => name !== "page" && value !== null && value !== false && value !== 0,
  );
  for (const [name, value] of said) context.say(`${name}: ${valueText(value, name)}`);
}
