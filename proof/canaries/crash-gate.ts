/**
 * Loaded into a server with NODE_OPTIONS=--import; the product doesn't know it. On SIGHUP it crashes its process
 * as the file named by SVC_PROOF_CRASH says, with an error that quotes its texts, as a library's could.
 */
import { readFileSync } from "node:fs";

/** How a process ends. `report` and `print` don't end it: they plant what the search must find. */
export type CrashWay = "throw" | "reject" | "reject with text" | "abort" | "out of memory" | "report" | "print";

/** The file's content. */
export interface CrashOrder {
  readonly way: CrashWay;
  /** Texts for the error to quote. */
  readonly texts: readonly string[];
}

function foreignError(texts: readonly string[]): Error {
  const text = texts.join("\n");
  const error = new TypeError(`Invalid value ${text}\n    at ${text} (file:///${text}:1:1)`, {
    cause: new Error(text),
  });
  return Object.assign(error, { code: text, headers: { authorization: text }, body: text });
}

/** Follows an order. */
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
    // In another turn than the signal's, as a bug of the server would.
    setImmediate(() => crash(JSON.parse(readFileSync(file, "utf8")) as CrashOrder));
  });
}
