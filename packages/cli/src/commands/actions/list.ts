/** `svc actions list`. */
import type { Context } from "../../context.ts";
import { readActions } from "../public-catalog.ts";
import { lostResponseWords, repeatWords } from "./words.ts";

/** Lists a provider's actions. */
export async function run(context: Context, [provider = ""]: readonly string[]): Promise<void> {
  const actions = await readActions(context, provider);
  context.showRows({ actions }, actions, [
    { heading: "ACTION", cell: (row) => `${row.provider}/${row.id}` },
    { heading: "TITLE", cell: (row) => row.title },
    { heading: "EFFECT", cell: (row) => row.effect },
    { heading: "IF SENT TWICE", cell: (row) => repeatWords[row.idempotency] },
    { heading: "IF ITS RESPONSE IS LOST", cell: (row) => lostResponseWords(row) },
  ]);
}
