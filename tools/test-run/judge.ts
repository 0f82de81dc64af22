/** What a test run comes to: a pure judgement of its TAP record, so that a run of nothing is not a passed one. */

/**
 * What is wrong with the run whose TAP record this is, a sentence each; empty when nothing is.
 * @param isNarrowed whether a name pattern left tests out, so that a file may well hold none that ran.
 */
export function faultsOfRun(tap: string, files: readonly string[], isNarrowed = false): string[] {
  const faults: string[] = [];
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(tap)?.[1] ?? Number.NaN);
  if (count("skipped") > 0) faults.push(`${count("skipped")} skipped: a test must run or go.`);
  if (count("todo") > 0) faults.push(`${count("todo")} marked as not done yet: a test must run or go.`);
  // node:test reports a file in which it met no test as one passed test by the file's name.
  const passed = new Set([...tap.matchAll(/^ok \d+ - (.*)$/gm)].map((match) => match[1]));
  const empty = files.filter((file) => passed.has(file));
  if (!(count("tests") > empty.length)) faults.push("No test ran.");
  else if (!isNarrowed) faults.push(...empty.map((file) => `${file} holds no test.`));
  return faults;
}

/** The files whose path holds one of the filters; all of them when there is none. */
export function chosenFiles(files: readonly string[], filters: readonly string[]): string[] {
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).toSorted();
}
