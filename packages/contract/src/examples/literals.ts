/** Writes values as literals of other languages. */

/** The maximum length of a line in a sample; longer lines are broken. */
export const lineLengthMax = 88;

const shellLineLengthMax = 118;

/** Writes a value as JavaScript, on one line if it fits after `before` characters. */
export function javascript(value: unknown, before = 0): string {
  return broken(value, before, { quoteKey: (key) => key, none: "null", yes: "true", no: "false" });
}

/** Writes a value as Python, on one line if it fits after `before` characters. */
export function python(value: unknown, before = 0): string {
  return broken(value, before, { quoteKey: (key) => `"${key}"`, none: "None", yes: "True", no: "False" });
}

/** Writes a call in Python: positional arguments, then the fields as keyword arguments in snake case. */
export function pythonCall(
  target: string,
  inOrder: readonly string[],
  fields: object,
  lengthMax = lineLengthMax,
): string {
  const named = Object.entries(fields).map(([name, value]) => `${snakeCase(name)}=${python(value)}`);
  const all = [...inOrder.map((value) => python(value)), ...named];
  const line = `${target}(${all.join(", ")})`;
  return line.length <= lengthMax
    ? line
    : `${target}(
${all
  .map(
    (part) => `    ${part},
`,
  )
  .join("")})`;
}

/** Quotes a text as one shell word. */
export function shellWord(text: string): string {
  return /^[\w./:@=,+…-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a command, on one line if it fits, and otherwise with as many flags on each line as fit. */
export function shellLines(command: string, flags: readonly string[]): string {
  const lines = [command];
  for (const flag of flags) {
    const last = lines.at(-1) ?? "";
    if (`${last} ${flag}`.length <= shellLineLengthMax) lines.splice(-1, 1, `${last} ${flag}`);
    else lines.push(`  ${flag}`);
  }
  return lines.join(" \\\n");
}

type Language = { quoteKey: (key: string) => string; none: string; yes: string; no: string };

function broken(value: unknown, before: number, language: Language): string {
  const line = literal(value, language);
  if (before + line.length <= lineLengthMax || typeof value !== "object" || value === null || Array.isArray(value)) {
    return line;
  }
  const fields = Object.entries(value).map(([key, part]) => `  ${language.quoteKey(key)}: ${literal(part, language)},`);
  return `{\n${fields.join("\n")}\n}`;
}

function literal(value: unknown, language: Language): string {
  if (value === null) return language.none;
  if (value === true) return language.yes;
  if (value === false) return language.no;
  if (Array.isArray(value)) return `[${value.map((part) => literal(part, language)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, part]) => `${language.quoteKey(key)}: ${literal(part, language)}`);
  const pad = language.none === "null" ? " " : "";
  return fields.length === 0 ? "{}" : `{${pad}${fields.join(", ")}${pad}}`;
}

/** Converts a name to snake case. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
