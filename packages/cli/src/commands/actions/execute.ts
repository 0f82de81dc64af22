/** `svc actions execute`: exits with 8 if a person has to approve the call, after printing its proposal. */
import { ApprovalRequiredError } from "@svc/sdk";
import type { Context } from "../../context.ts";
import { readInput } from "../../input.ts";
import { showWaiting } from "../proposals/show.ts";
import { showOutput } from "./output.ts";
import { prepareCall } from "./prepare.ts";

/** Executes an action. */
export async function run(
  context: Context,
  [actionId = ""]: readonly string[],
  flags: { connection: string; input: string; idempotencyKey?: string },
): Promise<void> {
  const { connection: connectionId } = flags;
  const input = readInput(context.io, flags.input);
  const tenant = await context.tenant();
  const call = { connectionId, actionId, input, key: flags.idempotencyKey };
  const { id, key } = await prepareCall(context, tenant, call);
  const options = key === null ? {} : { idempotencyKey: key };
  const result = await tenant
    .connection(connectionId)
    .executeUntyped(id, input, options)
    .catch((error: unknown) => {
      if (error instanceof ApprovalRequiredError) return showWaiting(context, error.proposal);
      throw error;
    });
  const { execution, output, replayed } = result;
  if (replayed) context.say("Replayed: this is the key's first response. Nothing was sent again.");
  if (context.options.format === "json") {
    context.show({ execution, output });
    return;
  }
  context.say(`${execution.id}: ${execution.status}`);
  if (typeof output === "object" && output !== null) showOutput(context, output);
}
