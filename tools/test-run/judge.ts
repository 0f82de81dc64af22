/** What a test run comes to: a pure judgement of its TAP record, so that a run of nothing is not a passed one. */

/** What is wrong with the run whose TAP record this is, a sentence each; empty when nothing is. */
export function faultsOfRun(tap: string, files: readonly string[]): string[] {
  const faults: string[] = [];
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, "m").exec(tap)?.[1] ?? Number.NaN);
  if (!(count("tests") > 0)) faults.push("No test ran.");
  if (count("skipped") > 0) faults.push(`${count("skipped")} skipped: a test must run or go.`);
  if (count("todo") > 0) faults.push(`${count("todo")} marked as not done yet: a test must run or go.`);
  // node:test reports a file in which it met no test as one passed test by the file's name.
  const passed = new Set([...tap.matchAll(/^ok \d+ - (.*)$/gm)].map((match) => match[1]));
  for (const file of files) if (passed.has(file)) faults.push(`${file} holds no test.`);
  return faults;
}

/** The files whose path holds one of the filters; all of them when there is none. */
export function chosenFiles(files: readonly string[], filters: readonly string[]): string[] {
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).toSorted();
}
