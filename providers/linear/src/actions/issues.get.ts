/** `issues.get`: reads an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readIssue } from "../evidence.ts";
import { issueId } from "../fields.ts";
import { issue } from "../resources.ts";
import { reading } from "../scopes.ts";

export const issuesGet = defineAction({
  id: "issues.get",
  title: "Read an issue",
  description: "Reads an issue, archived or not.",
  consent: "Read your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueId }, { additionalProperties: false }),
  output: issue.schema,
  example: { issueId: "ENG-1" },
  run: async ({ issueId }, provider) => await readIssue(provider, issueId),
});
