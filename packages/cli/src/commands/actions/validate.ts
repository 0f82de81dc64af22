/** `svc actions validate`: checks an input locally against the tenant's schema. Nothing is executed. */
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readInput } from "../../input.ts";

/** Validates an input. */
export async function run(
  context: Context,
  [actionId = ""]: readonly string[],
  flags: { connection: string; input: string },
): Promise<void> {
  const input = readInput(context.io, flags.input);
  const tenant = await context.tenant();
  const { provider } = await tenant.connections.get(flags.connection);
  const result = await tenant.actions.validate(provider, actionId, input);
  if (!result.ok) {
    const lines = result.errors.map((error) => `\n  ${error.pointer || "(input)"}: ${error.message}`);
    throw new CommandFailure(5, `INPUT_INVALID: the input doesn't match the schema of ${actionId}.${lines.join("")}`, {
      code: "INPUT_INVALID",
      detail: `The input doesn't match the schema of ${actionId}.`,
      errors: result.errors,
    });
  }
  if (context.options.format === "json") context.show({ valid: true, errors: [] });
  else context.io.out("valid\n");
}
