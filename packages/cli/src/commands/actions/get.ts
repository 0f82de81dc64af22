/** `svc actions get`. */
import { splitActionId } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { notePublicCatalog } from "../public-catalog.ts";
import { findAction, unknownAction } from "./find.ts";
import { showAction } from "./show.ts";

/** Shows an action with its schemas. Accepts `doppler secrets.get` and `doppler/secrets.get`. */
export async function run(context: Context, given: readonly (string | undefined)[]): Promise<void> {
  const { provider, actionId } = readArguments(given);
  if (context.hasTenant) {
    showAction(context, await findAction(await context.tenant(), provider, actionId));
    return;
  }
  const page = await context.catalog().provider(provider);
  notePublicCatalog(context);
  const action = page.actions.find((each) => each.id === actionId);
  if (action === undefined) {
    throw unknownAction(
      provider,
      actionId,
      page.actions.map(({ id }) => id),
    );
  }
  showAction(context, action);
}

function readArguments([first = "", second]: readonly (string | undefined)[]): { provider: string; actionId: string } {
  const { provider, id } = splitActionId(second ?? first);
  if (second === undefined && provider === null) throw new CommandFailure(2, "missing required argument 'action_id'");
  if (second !== undefined && provider !== null && provider !== first) {
    throw new CommandFailure(4, `${second} is not an action of ${first}.`, { code: "ACTION_NOT_FOUND" });
  }
  return { provider: provider ?? first, actionId: id };
}
