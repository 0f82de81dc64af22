/** `issues.update`: updates some fields of an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type, type Static } from "typebox";
import { normalized, toAdf } from "../adf.ts";
import { updateRequest } from "../client.ts";
import { readIssue, stateFacts } from "../evidence.ts";
import { dueDate, issueKey, labels, longText, priority, summary } from "../fields.ts";
import { previewUpdate } from "../previews.ts";
import type { issue } from "../resources.ts";
import { writing } from "../scopes.ts";

const changes = {
  summary: Type.Optional(summary),
  description: Type.Optional(longText("Description of the issue.")),
  priority: Type.Optional(priority),
  dueDate: Type.Optional(dueDate),
  addLabels: Type.Optional(labels("Labels to add.")),
  removeLabels: Type.Optional(labels("Labels to remove.")),
};
const changesSchema = Type.Object(changes);
type Changes = Partial<Static<typeof changesSchema>>;

/** Returns whether an issue already has the requested values. */
function isSo(now: Static<typeof issue.schema>, { addLabels = [], removeLabels = [], ...wanted }: Changes): boolean {
  const description = wanted.description === undefined ? undefined : normalized(wanted.description);
  return (
    Object.entries({ ...wanted, description }).every(
      ([name, value]) => value === undefined || now[name as keyof typeof now] === value,
    ) &&
    addLabels.every((label) => now.labels.includes(label)) &&
    !removeLabels.some((label) => now.labels.includes(label))
  );
}

export const issuesUpdate = defineAction({
  id: "issues.update",
  title: "Update an issue",
  description:
    "Updates the given fields of an issue and leaves the others unchanged. Labels are added and removed individually.",
  consent: "Change issues as you",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey, ...changes }, { additionalProperties: false }),
  output: Type.Object(
    { issueKey, updated: Type.Literal(true, { description: "Always true." }) },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1", priority: "High" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueKey: key = "", ...wanted }, facts, provider }) {
      if (!isSo(await readIssue(provider, key), wanted)) {
        return { verdict: "undetermined", why: "The issue doesn't have the requested values." };
      }
      const output = { issueKey: key, updated: true };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewUpdate(input, provider),
  },
  async run({ issueKey: key, ...wanted }, provider) {
    const wasDifferent = !isSo(await readIssue(provider, key), wanted);
    const { addLabels = [], removeLabels = [], description, priority: level, dueDate: due, summary: title } = wanted;
    const fields = {
      summary: title,
      ...(description === undefined ? {} : { description: toAdf(description) }),
      ...(level === undefined ? {} : { priority: { name: level } }),
      duedate: due,
    };
    const operations = [...addLabels.map((add) => ({ add })), ...removeLabels.map((remove) => ({ remove }))];
    const update = operations.length === 0 ? {} : { labels: operations };
    await provider.change(updateRequest(key, { fields, update }), { accept: [204], facts: { wasDifferent } });
    return { issueKey: key, updated: true as const };
  },
});
