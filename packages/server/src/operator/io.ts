/** Where operator commands print: data on stdout, everything else on stderr. */

/** The two streams. */
export type OperatorIo = { out(text: string): void; err(text: string): void };

/** Prints an answer: one JSON document, or a field a line. */
export function printAnswer(io: OperatorIo, format: "table" | "json", answer: object): void {
  if (format === "json") {
    io.out(`${JSON.stringify(answer, null, 2)}\n`);
    return;
  }
  const fields = Object.entries(answer).map(([name, value]: [string, unknown]) => [name, textOf(value)] as const);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  for (const [name, text] of fields) io.out(`${name.padEnd(width)}  ${text}\n`);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(textOf).join(", ");
  if (value === null || value === undefined || value === "") return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}
