/** `svc proposals get`. */
import type { Context } from "../../context.ts";

/** Shows a proposal. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await (await context.tenant()).proposals.get(id));
}
