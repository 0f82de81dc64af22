/** `issues.assign`: assigns an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { assignRequest } from "../client.ts";
import { readIssue, stateFacts } from "../evidence.ts";
import { accountId, issueKey } from "../fields.ts";
import { previewAssignment } from "../previews.ts";
import { writing } from "../scopes.ts";

const assignee = Type.Union([accountId, Type.Null()], {
  description: "Id of the user, from `users.find`; null for no assignee.",
});

export const issuesAssign = defineAction({
  id: "issues.assign",
  title: "Assign an issue",
  description: "Assigns an issue to a user, or removes the assignee.",
  consent: "Assign issues",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey, assigneeId: assignee }, { additionalProperties: false }),
  output: Type.Object({ issueKey, assigneeId: assignee }, { additionalProperties: false }),
  example: { issueKey: "ENG-1", assigneeId: "5b10a2844c20165700ede22g" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: stateFacts,
    async settle({ input: { issueKey: key = "", assigneeId = null }, facts, provider }) {
      const now = (await readIssue(provider, key)).assignee?.accountId ?? null;
      if (now !== assigneeId) return { verdict: "undetermined", why: "The issue doesn't have the requested assignee." };
      const output = { issueKey: key, assigneeId };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["issues.get", "users.find"],
    read: async (input, provider) => await previewAssignment(input, provider),
  },
  async run({ issueKey: key, assigneeId }, provider) {
    const before = (await readIssue(provider, key)).assignee?.accountId ?? null;
    const facts = { wasDifferent: before !== assigneeId };
    await provider.change(assignRequest(key, assigneeId), { accept: [204], facts });
    return { issueKey: key, assigneeId };
  },
});
