/** The signal by which Node opens a debugger: to every user of the machine, and to every container of the pod. */

/**
 * From now on SIGUSR1 opens none; it leaves a line and nothing else. Whatever starts Node by a command of ours gives it
 * `--disable-sigusr1` as well, which holds from the process's first moment.
 * @param err writes to the standard error output.
 */
export function refuseDebugger(err: (text: string) => void): void {
  // The entry of the packed program has done it already.
  if (process.listenerCount("SIGUSR1") > 0) return;
  process.on("SIGUSR1", () => err("svc-server: SIGUSR1 does nothing here; it opens no debugger.\n"));
}
