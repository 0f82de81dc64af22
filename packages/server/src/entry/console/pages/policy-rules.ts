/** The rules of a policy, for reading: one row per rule, in the order in which they are tried. */
import type { PolicyRule } from "@svc/contract";
import { badge, emptyState, json, muted, table } from "../elements.ts";
import { joined, markup, type Html } from "../../html/markup.ts";
import { shortId } from "../elements.ts";
import type { Tone } from "../texts.ts";

const decisionTexts: Readonly<Record<PolicyRule["decision"], { label: string; tone: Tone }>> = {
  allow: { label: "Allow", tone: "good" },
  ask: { label: "Ask", tone: "caution" },
  deny: { label: "Deny", tone: "bad" },
};

type Numbered = { number: number; rule: PolicyRule };

/** Renders the rules of one layer. */
export function rulesTable(rules: readonly PolicyRule[]): Html {
  const rows = rules.map((rule, index) => ({ number: index + 1, rule }));
  return table(
    "Rules, in the order in which they are tried",
    [
      { name: "Rule", cell: ({ number }) => String(number) },
      { name: "Decision", cell: ({ rule }) => decisionBadge(rule), kind: "status" },
      { name: "Actions", cell: ({ rule }) => patterns(rule.match?.actions, "Every action") },
      { name: "Effect", cell: ({ rule }) => rule.match?.effect?.join(", ") ?? muted("Any") },
      { name: "Tenants", cell: ({ rule }) => tenants(rule) },
      { name: "Input", cell: ({ rule }) => (rule.match?.input === undefined ? muted("Any") : json(rule.match.input)) },
    ] satisfies Parameters<typeof table<Numbered>>[1],
    rows,
    emptyState("No rules", "Every call to an allowed action is allowed."),
  );
}

function decisionBadge({ decision, approver }: PolicyRule): Html {
  const { label, tone } = decisionTexts[decision];
  const who = approver === "other" ? markup` ${muted("not the agent's own user")}` : null;
  return markup`${badge(label, tone)}${who}`;
}

function patterns(actions: readonly string[] | undefined, none: string): Html {
  if (actions === undefined) return muted(none);
  return joined(actions.map((pattern) => markup`<div><code>${pattern}</code></div>`));
}

function tenants({ match }: PolicyRule): Html {
  if (match?.tenants === undefined) return muted("Every tenant");
  return joined(match.tenants.map((id) => markup`<div><a href="/tenants/${id}">${shortId(id)}</a></div>`));
}
