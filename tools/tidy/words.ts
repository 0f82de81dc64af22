/** Words that the project writes in another way, in comments, sentences in code, and pages. */
import { extname } from "node:path";
import { findingAt } from "./source.ts";
import type { Finding, TextFile } from "./source.ts";

/** The word, and what to write instead. */
const unwanted: readonly (readonly [pattern: string, instead: string])[] = [
  ["anew", "again"],
  ["nobody", "no one, or name who"],
  ["programmes?", "scenario, or program"],
  ["whoever", "name who"],
  ["stands? in", "is in, or replaces"],
  ["goes by", "uses"],
  ["lets? go", "delete, release or disconnect"],
  ["told of", "gets, or reports"],
  ["of ours", "our"],
  ["h(?:o|e)ld(?:s|ing)? up", "delay"],
  ["over an? (?:real |temporary )?(?:store|database)", "on"],
  ["(?<!by )hand(?:s|ed|ing)? over", "dispatch, or pass"],
  ["(?<!= )(?:null|undefined) where", "the same with if"],
  ["takes what", "receives, with a noun"],
  ["(?:is|are) no part of", "isn't part of"],
  ["goes on", "continues"],
  ["stands? beside", "is next to"],
  ["(?:once|one) an? (?:attempt|key|line|request|row|session)", "the same with per"],
  ["(?:settle|resolve)[ds]? by hand", "resolve"],
  ["judgement", "judgment"],
  ["neighbours?", "neighbor"],
  ["(?:un)?favour(?:s|ed|ing|able|ite)?", "favor"],
  ["behaviours?", "behavior"],
  ["colours?", "color"],
  ["licences?", "license"],
  ["(?:recogni|authori|organi|normali|initiali)s(?:e[ds]?|ing|able|ation)", "the same with z"],
];

const pattern = new RegExp(`\\b(?:${unwanted.map(([word]) => word).join("|")})\\b`, "gi");

/** Folders and files whose prose is held to the list. It only grows. */
const done: readonly string[] = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "bench/",
  "conformance/",
  "deploy/",
  "docs/",
  "examples/",
  "packages/cli/",
  "packages/connect-ui/",
  "packages/connect/",
  "packages/contract/",
  "packages/docs-site/",
  "packages/provider-kit/",
  "packages/sdk/",
  "packages/server/src/",
  "packages/server/test/",
  "packages/simulator/",
  "proof/",
  "providers/",
  "README.md",
  "sdk/",
  "tools/",
];
/** The list itself, generated files, and texts for users in other languages. */
const exempt = /^tools\/tidy\/(words|samples\.test)\.ts$|\/generated\/|\/i18n\/|^docs\/reference\//;

/** The unwanted words in a file's prose; quotations and code are left out. */
export function proseFindings(file: TextFile): Finding[] {
  if (!done.some((start) => file.path.startsWith(start)) || exempt.test(file.path)) return [];
  return [...proseOf(file).matchAll(pattern)].map((match) => {
    const [word] = match;
    const instead = unwanted.find(([source]) => new RegExp(`^(?:${source})$`, "i").test(word))?.[1] ?? "";
    return findingAt(file, match.index, `word: ${word.toLowerCase()}`, `write ${instead}`);
  });
}

/** The text with everything but its prose blanked, so that offsets stay. */
function proseOf({ path, text }: TextFile): string {
  const extension = extname(path);
  if (extension === ".md") return blanked(text, /```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"|“[^”]*”|^>.*$/gm);
  if (/^\.(ts|js|mjs|css|sql|yml|yaml|sh)$/.test(extension)) return text.split("\n").map(proseOfLine).join("\n");
  return blanked(text, /[^]+/g);
}

/** A line's comment, and its strings of at least three words. */
function proseOfLine(line: string): string {
  const start = /^\s*(?:\/?\*|\/\/|--|#)|\s(?:\/\/|--) /.exec(line)?.index ?? line.length;
  let code = " ".repeat(start);
  for (const { 0: text, index } of line.slice(0, start).matchAll(/"[^"]*"|`[^`]*`/g)) {
    if (text.split(" ").length > 2) code = code.slice(0, index) + text + code.slice(index + text.length);
  }
  return code + blanked(line.slice(start), /"[^"]*"|`[^`]*`/g);
}

function blanked(text: string, part: RegExp): string {
  return text.replace(part, (found) => found.replace(/[^\n]/g, " "));
}
