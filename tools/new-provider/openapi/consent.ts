/** What end users read about an action: what the app will be able to do, not a command to them. */
import { wordsOf } from "./code-names.ts";
import type { Operation } from "./operation.ts";
import { baseVerb } from "./verbs.ts";

const reading = /^(?:get|list|retrieve|fetch|return|show|read|find|view)$/;
const before = /^(?:up|to|\d+|all|of|the|a|an|list|single|one|new|existing|specific|given|specified|some|by)$/i;
const after =
  /^(?:of|by|for|in|from|to|with|on|and|or|as|at|that|which|using|via|into|under|associated|belonging|within)$/i;

/** A phrase in the plural: "Create a new API key" becomes "Create API keys in your Resend account". */
export function consentOf({ title, method, template }: Operation, product: string): string {
  const [first = "", ...others] = title.replace(/\s*\(.*?\)/g, "").split(/\s+/);
  const verb = baseVerb(first);
  const named = template.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
  const done = { GET: "See", POST: "Create", PUT: "Replace", PATCH: "Change", DELETE: "Delete" }[method];
  const does = verb === null ? done : reading.test(verb) ? "See" : verb.charAt(0).toUpperCase() + verb.slice(1);
  const what = phrase(verb === null || others.length === 0 ? wordsOf(named ?? "data") : others);
  return `${does}${what === "" ? "" : ` ${what}`} in your ${product} account`;
}

/** The words up to the first preposition, in the plural; `of` doesn't end them. */
function phrase(words: readonly string[]): string {
  const start = words.findIndex((word) => !before.test(word));
  if (start < 0) return "";
  const noun = words.slice(start);
  const end = noun.findIndex((word) => after.test(word));
  if (end < 0) return plural(noun);
  const rest = noun[end] === "of" ? phrase(noun.slice(end + 1)) : "";
  return `${plural(noun.slice(0, end))}${rest === "" ? "" : ` of ${rest}`}`;
}

function plural(words: readonly string[]): string {
  const last = words.at(-1)?.replace(/[^A-Za-z0-9)]+$/, "") ?? "data";
  const isPlural = /s$|^(?:data|information|metadata|content|history|status|access|usage|settings)$/i.test(last);
  const many =
    isPlural || last === ""
      ? last
      : /[^aeiou]y$/.test(last)
        ? `${last.slice(0, -1)}ies`
        : /(?:x|ch|sh)$/.test(last)
          ? `${last}es`
          : `${last}s`;
  return [...words.slice(0, -1), many].join(" ");
}
