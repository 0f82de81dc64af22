/** A completion script for bash. */
import type { CompletionNode } from "./tree.ts";

/** @returns a script to source. */
export function bashScript(nodes: readonly CompletionNode[]): string {
  const withValue = new Set(
    nodes.flatMap((node) => node.flags.filter((flag) => flag.takesValue)).flatMap((f) => f.names),
  );
  return `# bash completion for svc: source <(svc completion bash)
_svc() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at="" word skip="" index
  # Bash makes words of --flag=value.
  if [[ $current == "=" ]]; then current=""
  elif [[ $before == "=" ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == "=" ]]; then skip=1; continue; fi
    if [[ -n $skip ]]; then skip=""; continue; fi
    case $word in
      ${[...withValue].join("|")}) [[ \${COMP_WORDS[index + 1]} == "=" ]] || skip=1; continue ;;
      -*) continue ;;
    esac
    case "$at $word" in
${nodes
  .filter((node) => node.path !== "")
  .map((node) => `      ${quote(withLeadingSpace(node.path))}) at=${quote(` ${node.path}`)} ;;`)
  .join("\n")}
    esac
  done
  case "$at $before" in
${nodes.flatMap(valueCases).join("\n")}
  esac
  local commands="" flags=""
  case "$at" in
${nodes.map(nodeCase).join("\n")}
  esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _svc svc
`;
}

/** Cases for the word after a flag: its values, or nothing, in which case bash completes file names. */
function valueCases(node: CompletionNode): string[] {
  const withValue = node.flags.filter((flag) => flag.takesValue);
  return withValue.map((flag) => {
    const patterns = flag.names.map((name) => quote(withLeadingSpace(`${node.path} ${name}`.trim())));
    const reply =
      flag.values.length === 0
        ? "COMPREPLY=()"
        : `COMPREPLY=($(compgen -W ${quote(flag.values.join(" "))} -- "$current"))`;
    return `    ${patterns.join("|")}) ${reply}; return ;;`;
  });
}

function nodeCase(node: CompletionNode): string {
  const words = [...node.commands.map((command) => command.name), ...node.values].join(" ");
  const flags = node.flags.flatMap((flag) => flag.names).join(" ");
  return `    ${quote(node.path === "" ? "" : withLeadingSpace(node.path))}) commands=${quote(words)} flags=${quote(flags)} ;;`;
}

/** A path as in the script: with a leading space. */
function withLeadingSpace(path: string): string {
  return ` ${path}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
