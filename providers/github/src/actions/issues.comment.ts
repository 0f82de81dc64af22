/** `issues.comment`: comments on an issue or a pull request. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { commentBody, number, owner, repo } from "../fields.ts";
import { changeAt } from "../redirects.ts";
import { commentRequest } from "../requests.ts";
import { writtenComment } from "../resources/issues.ts";
import { repoScope } from "../scopes.ts";

export const issuesComment = defineAction({
  id: "issues.comment",
  title: "Comment on an issue",
  description: "Adds a comment to an issue or a pull request and notifies its subscribers.",
  consent: "Comment on issues and pull requests on your behalf",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ owner, repo, number, body: commentBody }, { additionalProperties: false }),
  output: writtenComment.schema,
  example: { owner: "octocat", repo: "hello-world", number: 1, body: "Seen here too." },
  async run(input, provider) {
    const { body } = await changeAt(provider, commentRequest(input, input.body), 201);
    return writtenComment.read(body);
  },
});
