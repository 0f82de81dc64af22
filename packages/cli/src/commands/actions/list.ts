/** `svc actions list`. */
import type { Context } from "../../context.ts";
import { readActions } from "../public-catalog.ts";

/** Lists a provider's actions. */
export async function run(context: Context, [provider = ""]: readonly string[]): Promise<void> {
  const actions = await readActions(context, provider);
  context.showRows({ actions }, actions, [
    { heading: "ACTION", cell: (row) => row.id },
    { heading: "EFFECT", cell: (row) => row.effect },
    { heading: "SENT TWICE", cell: (row) => row.idempotency },
    { heading: "EVIDENCE", cell: ({ effect, evidence }) => (effect === "read" ? "-" : evidence.strength) },
    { heading: "TITLE", cell: (row) => row.title },
  ]);
}
