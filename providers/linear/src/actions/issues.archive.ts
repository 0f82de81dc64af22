/** `issues.archive`: archives an issue. */
import { defineAction } from "@svc/provider-kit";
import { orNull, shape, text, time } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { change } from "../client.ts";
import { issueArchiveDocument } from "../documents.ts";
import { readIssue, stateFacts } from "../evidence.ts";
import { issueId } from "../fields.ts";
import { previewArchive } from "../previews.ts";
import { writing } from "../scopes.ts";

const archived = shape({
  id: text("id", "Id of the issue."),
  archivedAt: orNull(time("archivedAt", "When it was archived.")),
});

export const issuesArchive = defineAction({
  id: "issues.archive",
  title: "Archive an issue",
  description: "Archives an issue. Lists leave it out, but it can still be read and restored.",
  consent: "Archive your issues",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ issueId }, { additionalProperties: false }),
  output: archived.schema,
  example: { issueId: "ENG-2" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueId = "" }, facts, provider }) {
      const { id, archivedAt } = await readIssue(provider, issueId);
      if (archivedAt === null) return { verdict: "undetermined", why: "The issue isn't archived." };
      const wasDifferent = facts?.wasDifferent ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { id, archivedAt } };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewArchive(input, provider),
  },
  async run({ issueId }, provider) {
    const { id, archivedAt } = await readIssue(provider, issueId);
    const about = { name: "issueArchive", entity: "entity", facts: { wasDifferent: archivedAt === null } };
    return archived.read(await change(provider, issueArchiveDocument, { id }, about));
  },
});
