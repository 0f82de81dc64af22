/**
 * Loaded into a server with NODE_OPTIONS=--import; the product is unaware of it. On SIGHUP it crashes its process
 * as specified in the file named by SVC_PROOF_CRASH, with an error that quotes its texts, as a library's might.
 */
import { readFileSync } from "node:fs";

/** How a process crashes. `report` and `print` don't end it: they plant texts that the search must find. */
export type CrashWay = "throw" | "reject" | "reject with text" | "abort" | "out of memory" | "report" | "print";

/** The file's content. */
export interface CrashOrder {
  readonly way: CrashWay;
  /** Texts that the error quotes. */
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
    // In a different turn than the signal's, as with a bug in the server.
    setImmediate(() => crash(JSON.parse(readFileSync(file, "utf8")) as CrashOrder));
  });
}
