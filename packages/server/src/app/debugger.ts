/** Handles SIGUSR1, which makes Node.js open a debugger to every user of the machine and every container of the pod. */

/**
 * Makes SIGUSR1 print a line instead of opening a debugger. All of our commands also start Node.js with
 * `--disable-sigusr1`, which works before any code has run.
 * @param err writes to the standard error output.
 */
export function refuseDebugger(err: (text: string) => void): void {
  // The packed program's entry point has already done this.
  if (process.listenerCount("SIGUSR1") > 0) return;
  process.on("SIGUSR1", () => err("svc-server: SIGUSR1 does nothing here; it opens no debugger.\n"));
}
