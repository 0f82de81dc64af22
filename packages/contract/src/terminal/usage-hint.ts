/** What a person probably meant by a command line that a parser has refused. */

/** The part of a parser's commands that is looked at. */
export type KnownCommand = {
  name(): string;
  readonly commands: readonly KnownCommand[];
  readonly options: readonly {
    readonly long?: string | null | undefined;
    readonly required: boolean;
    readonly optional: boolean;
  }[];
};

/** Names with more differences than this mean other things, and so do those with more than this share of them. */
const editsMax = 3;
const editedShareMax = 0.4;

/**
 * Finds the first word that is no command, or the first flag that is none, and what was meant.
 * @param words the arguments, without the program's name.
 * @returns null if every word and flag is known.
 */
export function usageHint(program: KnownCommand, words: readonly string[]): string | null {
  let command = program;
  const path: string[] = [program.name()];
  const flags: string[] = [];
  let isValue = false;
  for (const word of words) {
    if (isValue) {
      isValue = false;
      continue;
    }
    if (word.startsWith("-")) {
      const [flag = ""] = word.split("=");
      const option = [...command.options, ...program.options].find(({ long }) => long === flag);
      if (option === undefined && flag.startsWith("--")) flags.push(flag);
      isValue = option?.required === true && !word.includes("=");
      continue;
    }
    if (command.commands.length === 0) continue;
    const inner = command.commands.find((each) => each.name() === word);
    if (inner === undefined)
      return commandHint(
        path.join(" "),
        word,
        command.commands.map((each) => each.name()),
      );
    command = inner;
    path.push(word);
  }
  const known = [...command.options, ...program.options].flatMap(({ long }) => long ?? []);
  return (
    flags
      .map((flag) => [flag, closestName(flag, known)] as const)
      .flatMap(([flag, meant]) => (meant === null ? [] : [`${flag} is no option. Did you mean ${meant}?`]))[0] ?? null
  );
}

function commandHint(path: string, word: string, known: readonly string[]): string {
  const meant = closestName(word, known);
  return meant === null ? `Commands of ${path}: ${known.join(", ")}` : `Did you mean ${path} ${meant}?`;
}

/** Returns the known name that is closest to a misspelled one; null if none is similar. */
export function closestName(name: string, known: readonly string[]): string | null {
  const [best] = known.map((each) => [each, edits(name, each)] as const).toSorted(([, a], [, b]) => a - b);
  if (best === undefined) return null;
  const [found, count] = best;
  return count <= editsMax && count <= Math.max(name.length, found.length) * editedShareMax ? found : null;
}

/** How many characters have to be added, removed or replaced to make one text the other (Levenshtein). */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_each, at) => at);
  for (const [at, character] of from.split("").entries()) {
    const next = [at + 1];
    for (const [other, each] of to.split("").entries()) {
      const replaced = (row[other] ?? 0) + (character === each ? 0 : 1);
      next.push(Math.min(replaced, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
