/** Watches for faults of this machine: noted where they happen, looked for at intervals, and told to the operator. */
import type { Platform } from "../../platform.ts";
import { minuteMs, secondMs } from "../clock/units.ts";
import { machineFaultOf } from "./faults.ts";

/** A line for the operator's log. */
export type MachineNotice = { level: "warn" | "error"; message: string };

/** The watch of one process. */
export type MachineWatch = {
  /** Notes the code of a system call that failed. Codes that aren't the machine's fault are ignored. */
  note(code: string): void;
  /** Tries to open a file. @returns the code of a shortage now or in the last seconds; null if there is none. */
  shortage(): string | null;
  /** Sets the listener for faults that begin or end. */
  tell(listener: (notice: MachineNotice) => void): void;
};

/** The part of the watch that what opens connections needs. */
export type MachineNotes = Pick<MachineWatch, "note" | "shortage">;

/** For a program that opens few connections, such as a command. */
export const unwatchedMachine: MachineNotes = { note: () => undefined, shortage: () => null };

/** How often to call {@link MachineWatch.shortage}: Node.js doesn't report a connection that it couldn't accept. */
export const machineLooksEveryMs = secondMs;

/** How long a shortage counts after it was last seen. Under load, descriptors become free and are used at once. */
const lastsMs = 5 * secondMs;

/** How often a fault of a single connection is logged. */
const repeatedEveryMs = 10 * minuteMs;

/** Creates it. @param tryFile opens a file and closes it; returns the code of a shortage. */
export function createMachineWatch({
  tryFile,
  monotonicMs,
}: Pick<Platform, "monotonicMs"> & { tryFile: () => string | null }): MachineWatch {
  let listener: ((notice: MachineNotice) => void) | null = null;
  let seen: { code: string; atMs: number } | null = null;
  let toldCode: string | null = null;
  const toldAtMs = new Map<string, number>();
  const note = (code: string): void => {
    const fault = machineFaultOf(code);
    if (fault === null) return;
    const atMs = monotonicMs();
    const message = `connections can't be opened: ${fault.what}; ${fault.remedy}`;
    if (!fault.isShortage) {
      if (atMs - (toldAtMs.get(code) ?? -Infinity) < repeatedEveryMs) return;
      toldAtMs.set(code, atMs);
      listener?.({ level: "warn", message: `${message} (${code})` });
      return;
    }
    seen = { code, atMs };
    if (toldCode === code) return;
    toldCode = code;
    listener?.({ level: "error", message: `${message} (${code})` });
  };
  return {
    note,
    shortage() {
      const code = tryFile();
      if (code !== null) note(code);
      if (seen !== null && monotonicMs() - seen.atMs < lastsMs) return seen.code;
      if (toldCode !== null) listener?.({ level: "warn", message: "connections can be opened again" });
      toldCode = null;
      return null;
    },
    tell(next) {
      listener = next;
    },
  };
}
