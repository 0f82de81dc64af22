/** `svc webhooks delete`. */
import type { Context } from "../../context.ts";

/** Deletes an endpoint. The API's response is empty; `--format json` still prints a document. */
export async function run(context: Context, [id = ""]: readonly string[]): Promise<void> {
  await context.client().webhookEndpoints.delete(id);
  context.show({ id, deleted: true });
}
