/** `svc actions get`. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { notePublicCatalog } from "../public-catalog.ts";

/** Shows an action with its schemas. */
export async function run(context: Context, [provider = "", actionId = ""]: readonly string[]): Promise<void> {
  if (context.hasTenant) {
    context.show(await context.tenant().actions.get(provider, actionId));
    return;
  }
  const page = await context.catalog().provider(provider);
  notePublicCatalog(context);
  const action = page.actions.find((each) => each.id === actionId);
  if (action === undefined) {
    throw new CommandFailure(
      4,
      `${provider} has no action ${actionId}. List its actions with: svc actions list ${provider}`,
      {
        code: "ACTION_NOT_FOUND",
      },
    );
  }
  context.show(action);
}
