/** `issues.transition`: moves an issue to another status. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { transitionRequest } from "../client.ts";
import { readIssue } from "../evidence.ts";
import { issueKey } from "../fields.ts";
import { findTransition, previewTransition } from "../previews.ts";
import { writing } from "../scopes.ts";

const statusId = Type.String({ description: "Id of the new status.", maxLength: 64 });

export const issuesTransition = defineAction({
  id: "issues.transition",
  title: "Move an issue to another status",
  description: "Moves an issue to another status with one of the transitions from `transitions.list`.",
  consent: "Move issues to another status",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueKey,
      transitionId: Type.String({
        description: "Id of the transition, from `transitions.list`.",
        maxLength: 18,
        pattern: "^[0-9]+$",
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ issueKey, statusId }, { additionalProperties: false }),
  example: { issueKey: "ENG-1", transitionId: "21" },
  evidence: {
    strength: "state",
    needs: ["issues.get"],
    facts: Type.Object(
      { statusId, wasDifferent: Type.Boolean({ description: "Whether it had another status before the change." }) },
      { additionalProperties: false },
    ),
    async settle({ input: { issueKey: key = "" }, facts, provider }) {
      if (facts === null) return { verdict: "undetermined", why: "The target status of the transition isn't known." };
      const { status } = await readIssue(provider, key);
      if (status.id !== facts.statusId) return { verdict: "undetermined", why: "The issue has another status." };
      const output = { issueKey: key, statusId: status.id };
      return { verdict: "applied", basis: "state", wasDifferent: facts.wasDifferent, output };
    },
  },
  preview: {
    needs: ["issues.get", "transitions.list"],
    read: async (input, provider) => await previewTransition(input, provider),
  },
  async run({ issueKey: key, transitionId }, provider) {
    const { status } = await readIssue(provider, key);
    const chosen = await findTransition(provider, key, transitionId);
    const facts = { statusId: chosen.to.id, wasDifferent: status.id !== chosen.to.id };
    await provider.change(transitionRequest(key, transitionId), { accept: [204], facts });
    return { issueKey: key, statusId: chosen.to.id };
  },
});
