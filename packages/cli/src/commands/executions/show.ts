/** Shows an execution: its fields, then what happened to it, step by step. */
import { exitCodeOf, type Execution } from "@svc/contract";
import { timelineOf } from "@svc/contract/timeline";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";

/** Prints an execution. For programs it's the document as the server sent it. */
export function showExecution(context: Context, execution: Execution): void {
  if (context.options.format === "json") {
    context.show(execution);
    return;
  }
  const { evidence: _, ...fields } = execution;
  context.show(fields);
  context.io.out("\n");
  context.showRows(null, timelineOf(execution), [
    { heading: "TIME", cell: (step) => step.at ?? "-" },
    { heading: "WHAT", cell: (step) => step.what },
    { heading: "EVIDENCE", cell: (step) => step.grounds ?? "-" },
    { heading: "DETAIL", cell: (step) => step.detail ?? "-" },
  ]);
}

/**
 * Prints an execution after settling it or waiting for it.
 * @throws CommandFailure unless it succeeded: exit 7 if the outcome is unknown, otherwise its error's code
 *   (contract §7.4).
 */
export function showOutcome(context: Context, execution: Execution): void {
  showExecution(context, execution);
  const { id, status, error } = execution;
  if (status === "succeeded") return;
  if (status === "outcome_unknown") {
    const resolve = `svc executions resolve ${id} --outcome succeeded|failed`;
    throw new CommandFailure(
      7,
      `The outcome is still unknown. Look again later, or check at the provider, then resolve it with:\n  ${resolve}`,
      null,
    );
  }
  const why = error === null ? "" : `: ${error.code}: ${error.detail}`;
  throw new CommandFailure(error === null ? 1 : exitCodeOf(error.code), `The execution is ${status}${why}`, null);
}
