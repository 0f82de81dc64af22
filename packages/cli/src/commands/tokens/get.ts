/** `svc tokens get`. */
import type { Context } from "../../context.ts";

/** Shows a token. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  context.show(await context.client().delegatedTokens.get(id));
}
