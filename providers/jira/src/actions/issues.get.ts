/** `issues.get`: reads an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readIssue } from "../evidence.ts";
import { issueKey } from "../fields.ts";
import { issue } from "../resources.ts";
import { reading } from "../scopes.ts";

export const issuesGet = defineAction({
  id: "issues.get",
  title: "Read an issue",
  description: "Reads an issue. The description is returned as plain text.",
  consent: "Read your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ issueKey }, { additionalProperties: false }),
  output: issue.schema,
  example: { issueKey: "ENG-1" },
  run: async ({ issueKey }, provider) => await readIssue(provider, issueKey),
});
