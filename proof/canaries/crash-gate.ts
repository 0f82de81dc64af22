/**
 * Loaded into a server by NODE_OPTIONS=--import, and nowhere named by the product: on SIGHUP it makes its process crash in
 * the way that the file named by SVC_PROOF_CRASH tells, with an error that quotes the texts in it, as a library's could.
 */
import { readFileSync } from "node:fs";

/** How a process ends. `report` and `print` do not end it: they plant what the search has to find. */
export type CrashWay = "throw" | "reject" | "reject with text" | "abort" | "out of memory" | "report" | "print";

/** What the file says. */
export interface CrashOrder {
  readonly way: CrashWay;
  /** What the error quotes. */
  readonly texts: readonly string[];
}

function foreignError(texts: readonly string[]): Error {
  const text = texts.join("\n");
  const error = new TypeError(`Invalid value ${text}\n    at ${text} (file:///${text}:1:1)`, {
    cause: new Error(text),
  });
  return Object.assign(error, { code: text, headers: { authorization: text }, body: text });
}

/** Does what the order says. */
function crash({ way, texts }: CrashOrder): void {
  if (way === "throw") throw foreignError(texts);
  if (way === "reject") void Promise.reject(foreignError(texts));
  if (way === "reject with text") void Promise.reject(texts.join("\n"));
  if (way === "abort") process.abort();
  if (way === "report") process.report.writeReport(foreignError(texts));
  if (way === "print") process.stderr.write(`${texts.join("\n")}\n`);
  if (way === "out of memory") {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_none, index) => `${index} of ${kept.length}`));
  }
}

const file = process.env["SVC_PROOF_CRASH"];
if (file !== undefined) {
  process.on("SIGHUP", () => {
    // Outside of the signal's own turn, as a defect of the server would be.
    setImmediate(() => crash(JSON.parse(readFileSync(file, "utf8")) as CrashOrder));
  });
}
