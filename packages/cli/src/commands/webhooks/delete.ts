/** `svc webhooks delete`. */
import type { Context } from "../../context.ts";

/** Deletes an endpoint. The API answers nothing; a program still gets its document. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  await context.client().webhookEndpoints.delete(id);
  context.show({ id, deleted: true });
}
