/** The README of a provider from a description: what the description says, and what it doesn't. */
import type { CredentialHeader } from "./credential.ts";
import { oneLine, textIn, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import type { Place, Plan } from "./provider-code.ts";

/** What the README is made from. */
export interface ReadFacts {
  readonly product: string;
  readonly description: Description;
  readonly place: Place;
  readonly header: CredentialHeader;
  readonly plan: Plan;
}

/** The file `README.md`. */
export function readmeText({ product, description, place, header, plan }: ReadFacts): string {
  const info = toNode(description.root["info"]);
  const source = [textIn(info["title"]) ?? "untitled", textIn(info["version"]) ?? ""].join(" ").trim();
  const named = `the OpenAPI description "${cell(source)}"`;
  const at = (docsUrl: string | null): string => (docsUrl === null ? named : `\`${docsUrl}\``);
  const rows = [
    ["Origin", `\`${[place.origin, ...place.basePath].join("/")}\``, named],
    ...(header.isDescribed ? [["Credential", `the header \`${header.name}: ${header.prefix}…\``, named]] : []),
    ...plan.actions.map(({ id, operation: { method, template, statuses, docsUrl } }) => [
      `\`${id}\``,
      `\`${method} ${cell(template)}\`${statuses.length === 0 ? "" : ` → ${statuses.join(", ")}`}`,
      at(docsUrl),
    ]),
  ];
  const open = [
    ...(header.isDescribed ? [] : ["how the API accepts a credential"]),
    "which request names the account of a credential (`src/account.ts`)",
    "what its errors look like, and how it refuses a credential that no longer works (`src/errors.ts`)",
    "its limits, and how it says when to try again",
    "which response header has the id of a request",
    "what happens if a change is sent twice, and which read proves that a lost one took effect",
  ];
  return [
    `# ${product}`,
    "",
    "The facts that this provider's code relies on, and where they are documented. Keep each line true: a sentence, a link, and the",
    "day it was read. If the documentation leaves something open, say so, and say what the code does then.",
    "",
    "| What | As documented | Read at |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    "The description doesn't say, so find it in the API's documentation:",
    "",
    ...open.map((line) => `- ${line}`),
    "",
    ...leftOutLines(plan),
    "The simulator is written from the same description, never from the client.",
    "",
  ].join("\n");
}

function leftOutLines({ leftOut }: Plan): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ key, why }) => `- \`${cell(key)}\`: ${cell(why)}`);
  return ["These operations have no action, because the generator can't write one:", "", ...lines, ""];
}

/** A text in a table's cell, whatever it contains. */
function cell(text: string): string {
  return oneLine(text, 200).replaceAll(/[`|<>\\]/g, " ");
}
