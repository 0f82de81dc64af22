/** A completion script for zsh. */
import type { CompletionNode } from "./tree.ts";

/** @returns a script to save as `_svc` in `fpath`, or to source after `compinit`. */
export function zshScript(nodes: readonly CompletionNode[]): string {
  const withValue = new Set(
    nodes.flatMap((node) => node.flags.filter((flag) => flag.takesValue)).flatMap((f) => f.names),
  );
  return `#compdef svc
# zsh completion of svc: source <(svc completion zsh)
_svc() {
  local at="" word="" skip="" before="\${words[CURRENT - 1]}"
  local -i index
  local -a commands flags options
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$word" in
      (${[...withValue].join("|")}) skip=1; continue ;;
      (-*) continue ;;
    esac
    case "$at $word" in
${nodes
  .filter((node) => node.path !== "")
  .map((node) => `      (${quote(` ${node.path}`)}) at=${quote(` ${node.path}`)} ;;`)
  .join("\n")}
    esac
  done
  case "$at $before" in
${nodes.flatMap(valueCases).join("\n")}
  esac
  case "$at" in
${nodes.map(nodeCase).join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe -t options option flags
  elif (( \${#commands} )); then _describe -t commands command commands
  else _files
  fi
}
if [[ "\${funcstack[1]}" == _svc ]]; then _svc "$@"; else compdef _svc svc; fi
`;
}

function valueCases(node: CompletionNode): string[] {
  const withValue = node.flags.filter((flag) => flag.takesValue);
  return withValue.map((flag) => {
    const patterns = flag.names.map((name) => quote(` ${`${node.path} ${name}`.trim()}`));
    const reply = flag.values.length === 0 ? "_files" : `compadd -- ${flag.values.map(quote).join(" ")}`;
    return `    (${patterns.join("|")}) ${reply}; return ;;`;
  });
}

function nodeCase(node: CompletionNode): string {
  const values = node.values.map((value) => ({ name: value, description: value }));
  const commands = [...node.commands, ...values].map((each) => describe(each.name, each.description));
  const flags = node.flags.flatMap((flag) => flag.names.map((name) => describe(name, flag.description)));
  const path = quote(node.path === "" ? "" : ` ${node.path}`);
  return `    (${path}) commands=(${commands.join(" ")}) flags=(${flags.join(" ")}) ;;`;
}

function describe(name: string, description: string): string {
  return quote(`${name}:${description}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
