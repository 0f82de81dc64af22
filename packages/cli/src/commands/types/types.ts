/** `svc types`: the types of the actions that the tenant can use, including those of your own providers. */
import { actionTypesFile } from "@svc/contract/action-types";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Writes the types. The same actions always produce the same file. */
export async function run(context: Context, _args: readonly string[], flags: { out?: string }): Promise<void> {
  const tenant = await context.tenant();
  const providers = await tenant.providers.list();
  const actions = (await Promise.all(providers.map(({ slug }) => tenant.actions.list(slug)))).flat();
  if (actions.length === 0) {
    throw new CommandFailure(
      1,
      "The tenant can't use any action, so there are no types. Ask an operator to check its policy.",
    );
  }
  const text = actionTypesFile(actions);
  if (flags.out === undefined) {
    context.io.out(text);
    return;
  }
  try {
    context.io.writeFile(flags.out, text);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new CommandFailure(1, `${flags.out} can't be written: ${code}.`);
  }
  if (context.options.format === "json") context.show({ file: flags.out, actions: actions.length });
  context.say(`${flags.out} has the types of ${actions.length} actions. Include it in your TypeScript project.`);
}
