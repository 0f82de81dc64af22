/** Parses a Containerfile, as far as these tests need it. */

/** An instruction: its name in upper case, and the rest of its line, with continued lines joined. */
export type Instruction = { name: string; rest: string };

/** The instructions in order, without comments and blank lines. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines
    .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim()))
    .flatMap((match) => (match === null ? [] : [{ name: match[1] ?? "", rest: match[2] ?? "" }]));
}

/** The instructions of the last stage, which is the image. */
export function lastStage(instructions: readonly Instruction[]): Instruction[] {
  return instructions.slice(instructions.map(({ name }) => name).lastIndexOf("FROM"));
}

/** The rest of the only instruction with a name. @throws Error if there is none or more than one. */
export function only(instructions: readonly Instruction[], name: string): string {
  const found = instructions.filter((instruction) => instruction.name === name);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} instructions are ${name}.`);
  return first.rest;
}

/** An instruction in its exec form, as a list of words. @throws SyntaxError for the shell form. */
export function wordsOf(rest: string): string[] {
  return JSON.parse(rest.slice(rest.indexOf("["))) as string[];
}
