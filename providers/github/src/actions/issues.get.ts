/** `issues.get`: reads one issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import { etag, nullable, number, owner, repo } from "../fields.ts";
import { issueRequest } from "../requests.ts";
import { issue } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesGet = defineAction({
  id: "issues.get",
  title: "Get an issue",
  description:
    "Reads one issue with its text. A transferred issue is read in its new repository: compare `htmlUrl` and `number`.",
  consent: "Read an issue",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ owner, repo, number, etag: Type.Optional(etag) }, { additionalProperties: false }),
  output: Type.Object(
    { ...conditionalFields, issue: nullable(issue.schema, "The issue; null if it hasn't changed.") },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", number: 1 },
  async run(input, provider) {
    const response = await readUnlessSame(provider, issueRequest(input), input.etag);
    const { notModified, etag } = response;
    return { notModified, etag, issue: response.notModified ? null : issue.read(response.body) };
  },
});
