/** The report of an import: JSON Lines that a later run continues from. It contains no part of a credential. */
import type { Environment } from "../../environment.ts";
import { CommandFailure } from "../../failure.ts";
import { readFileText } from "../../read-text.ts";

/**
 * One step of one line of the list. `sent`: its key is in use, and the result isn't known. `failed`: nothing was
 * created, so a later run tries it with a new key.
 */
export type ImportStep = {
  id: string;
  dryRun: boolean;
  status: "sent" | "imported" | "verified" | "failed";
  key: string;
  connection_id?: string;
  code?: string;
};

/** The newest step of each id, and the file to which steps are appended. */
export type ImportReport = {
  /** Returns a line's newest step, among dry runs or among real ones. */
  last(id: string, dryRun: boolean): ImportStep | null;
  /** Appends a step. @throws CommandFailure exit 2. */
  add(step: ImportStep): void;
};

/** Opens or creates a report. @throws CommandFailure exit 2 if it can't be read and written. */
export function openReport(io: Environment, path: string): ImportReport {
  const steps = new Map<string, ImportStep>();
  const nameOf = ({ id, dryRun }: Pick<ImportStep, "id" | "dryRun">): string => `${String(dryRun)} ${id}`;
  const append = (text: string): void => {
    try {
      io.appendPrivateFile(path, text);
    } catch {
      throw new CommandFailure(2, "--report: the file can't be written.");
    }
  };
  // This also creates the file, before anything is sent.
  append("");
  const text = readFileText(io, path, "--report");
  // The last line is cut if an earlier run was killed while it wrote.
  if (text !== "" && !text.endsWith("\n")) append("\n");
  for (const line of text.split("\n")) {
    const step = line === "" ? null : readStep(line);
    if (step !== null) steps.set(nameOf(step), step);
  }
  return {
    last: (id, dryRun) => steps.get(nameOf({ id, dryRun })) ?? null,
    add(step) {
      append(`${JSON.stringify({ ...step, at: new Date(io.nowMs()).toISOString() })}\n`);
      steps.set(nameOf(step), step);
    },
  };
}

const statuses: readonly unknown[] = ["sent", "imported", "verified", "failed"];

/** @returns null for a line that was cut off. @throws CommandFailure exit 2 for anything else that isn't a step. */
function readStep(line: string): ImportStep | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const step: Partial<ImportStep> | null = typeof value === "object" ? value : null;
  const isStep = typeof step?.id === "string" && typeof step.key === "string" && statuses.includes(step.status);
  if (!isStep) throw new CommandFailure(2, "--report: the file isn't an import report.");
  return step as ImportStep;
}
