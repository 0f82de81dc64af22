/** A completion script for fish. */
import type { CompletionFlag, CompletionNode } from "./tree.ts";

/** @returns a script to source. */
export function fishScript(nodes: readonly CompletionNode[]): string {
  const withValue = new Set(
    nodes.flatMap((node) => node.flags.filter((flag) => flag.takesValue)).flatMap((f) => f.names),
  );
  const paths = nodes.filter((node) => node.path !== "").map((node) => quote(node.path));
  return `# fish completion of svc: svc completion fish | source
function __svc_at
    set -l at
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${[...withValue].join(" ")}
            set skip 1
        else if not string match -q -- '-*' $word
            set -l next (string trim -- "$at $word")
            if contains -- $next ${paths.join(" ")}
                set at $next
            end
        end
    end
    test "$at" = "$argv[1]"
end
complete -c svc -f
${nodes.flatMap(nodeLines).join("\n")}
`;
}

function nodeLines(node: CompletionNode): string[] {
  const head = `complete -c svc -n ${quote(`__svc_at ${quote(node.path)}`)}`;
  return [
    ...node.commands.map((each) => `${head} -a ${quote(each.name)} -d ${quote(each.description)}`),
    ...node.values.map((value) => `${head} -a ${quote(value)}`),
    ...node.flags.map((flag) => head + flagPart(flag)),
  ];
}

function flagPart({ names, description, takesValue, values }: CompletionFlag): string {
  const spellings = names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const taken = values.length > 0 ? ` -x -a ${quote(values.join(" "))}` : takesValue ? " -r -F" : "";
  return `${spellings.join("")}${taken} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}
