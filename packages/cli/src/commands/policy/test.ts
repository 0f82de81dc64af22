/** `svc policy test`: exits with the code that `svc actions execute` would have: 0 for allow, 8 for ask, 3 for deny. */
import type { PolicyVerdict } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readInput } from "../../input.ts";

/** Prints the policy's decision about a call, without making the call. */
export async function run(
  context: Context,
  [actionId = ""]: readonly string[],
  flags: { connection: string; input?: string },
): Promise<void> {
  const input = flags.input === undefined ? {} : { input: readInput(context.io, flags.input) };
  const call = { connection_id: flags.connection, action_id: actionId, ...input };
  const verdict = await (await context.tenant()).testPolicy(call);
  showVerdict(context, verdict);
  const { decision, approver } = verdict;
  if (decision === "deny") throw new CommandFailure(3, "The policy denies this call.", null);
  if (decision === "allow") return;
  const who = approver === "other" ? "A person other than the agent's own user" : "A person";
  throw new CommandFailure(8, `${who} has to approve this call.`, null);
}

function showVerdict(context: Context, verdict: PolicyVerdict): void {
  if (context.options.format === "json") {
    context.show(verdict);
    return;
  }
  const { decision, approver, reasons } = verdict;
  context.show(decision === "ask" ? { decision, approver } : { decision });
  if (reasons.length === 0) {
    context.say("No layer has a policy, so every call is allowed.");
    return;
  }
  context.io.out("\n");
  context.showRows(null, reasons, [
    { heading: "LAYER", cell: ({ layer }) => layer },
    { heading: "ID", cell: ({ id }) => id },
    { heading: "RULE", cell: ({ rule }) => (rule === null ? "-" : String(rule)) },
    { heading: "DECISION", cell: (reason) => reason.decision },
  ]);
}
