/** `svc tokens create`: prints a token, and only on stdout. */
import type { CreateDelegatedToken } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

type Flags = {
  connection?: string[];
  action?: string[];
  maxEffect?: CreateDelegatedToken["maxEffect"];
  maxExecutions?: string;
  requireApproval?: true;
  expiresIn?: string;
  audience?: CreateDelegatedToken["audience"];
  subject?: string;
  agent?: string;
  label?: string;
};

/** Creates a token for the tenant in `--tenant` or SVC_TENANT_ID. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const { connection: connections, action: actions, maxEffect, requireApproval, audience } = flags;
  const { subject, agent, label } = flags;
  const maxExecutions = readCount("--max-executions", flags.maxExecutions);
  const expiresIn = readCount("--expires-in", flags.expiresIn);
  const narrowed = { connections, actions, maxEffect, maxExecutions, requireApproval, expiresIn, audience };
  const named = { subject, agent, label };
  const tenant_id = await context.tenantId(undefined);
  context.show(
    await context.client().delegatedTokens.create({ tenant_id, ...dropUndefined({ ...narrowed, ...named }) }),
  );
  context.say("The token isn't shown again. Pass it to the agent in an environment variable, not in an argument.");
}

/** @throws CommandFailure exit 2 if it isn't a whole number; the server checks the limits. */
function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new CommandFailure(2, `${flag} must be a whole number.`);
  return Number(text);
}
