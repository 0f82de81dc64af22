/** A process's processor time and memory, from Linux, and its fsyncs, from strace. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The unit of processor time in /proc on every Linux (proc(5), `USER_HZ`). */
const tickMs = 10;

/** Processor time of a process with all its threads, in milliseconds; null without /proc. */
export function cpuMsOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Processor time of a process and its current and past children, in milliseconds. */
export function cpuMsOfFamily(pid: number): number | null {
  const own = statOf(pid);
  if (own === null) return null;
  const endedMs = (Number(own[13]) + Number(own[14])) * tickMs;
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (cpuMsOf(one) ?? 0), endedMs);
}

/** A process's running children. */
export function childrenOf(pid: number): readonly number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((one) => statOf(one)?.[1] === String(pid));
}

/** The fields after the name: the third of proc(5) is the first here. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** Current and peak memory in RAM, in MiB; null without /proc. */
export function memoryOf(pid: number): { readonly nowMiB: number; readonly mostMiB: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1024;
    return { nowMiB: of("VmRSS"), mostMiB: of("VmHWM") };
  } catch {
    return null;
  }
}

/** Whether {@link countCalls} can count here. */
export const hasStrace = existsSync("/usr/bin/strace");

/** The system calls that wait for the disk. */
export const fsyncCalls: readonly string[] = ["fsync", "fdatasync"];

/** How often each system call was made. */
export type Calls = Readonly<Record<string, number>>;

/**
 * Counts system calls of some processes and their children while `work` runs.
 * @param names which calls, as strace names them.
 * @throws Error if strace can't attach.
 */
export async function countCalls<Result>(
  pids: readonly number[],
  names: readonly string[],
  work: () => Promise<Result>,
): Promise<{ readonly calls: Calls; readonly result: Result }> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const file = join(folder, "counts");
  const words = [
    "-f",
    "-c",
    "-e",
    `trace=${names.join(",")}`,
    "-o",
    file,
    ...pids.flatMap((pid) => ["-p", String(pid)]),
  ];
  const strace = spawn("/usr/bin/strace", words, { stdio: ["ignore", "ignore", "pipe"] });
  const exit = once(strace, "exit");
  try {
    let said = "";
    const attached = new Promise<void>((resolve) => {
      strace.stderr.on("data", (bytes: Buffer) => {
        said += bytes.toString();
        if (pids.every((pid) => said.includes(`Process ${pid} attached`))) resolve();
      });
    });
    const refused = exit.then(() => {
      throw new Error(`strace could not attach: ${said}`);
    });
    refused.catch(() => undefined);
    await Promise.race([attached, refused]);
    const result = await work();
    strace.kill("SIGINT");
    await exit;
    return { calls: callsOf(await readFile(file, "utf8")), result };
  } finally {
    strace.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the summary of `strace -c`: share, seconds, microseconds per call, calls, errors if any, name. */
export function callsOf(summary: string): Calls {
  const lines = summary.split("\n").map((line) => line.trim().split(/\s+/));
  const counted = lines.filter((words) => /^[\d.]+$/.test(words[0] ?? "") && words.at(-1) !== "total");
  return Object.fromEntries(counted.map((words) => [words.at(-1) ?? "", Number(words[3])]));
}

/** How often these were called together. */
export function sumOfCalls(calls: Calls, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
}
