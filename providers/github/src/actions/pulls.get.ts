/** `pulls.get`: reads one pull request. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import { etag, nullable, number, owner, repo } from "../fields.ts";
import { pullRequest } from "../requests.ts";
import { pull } from "../resources/pulls.ts";
import { repoScope } from "../scopes.ts";

export const pullsGet = defineAction({
  id: "pulls.get",
  title: "Get a pull request",
  description: "Reads one pull request with its text, its branches, and whether it can be merged.",
  consent: "Read a pull request",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object({ owner, repo, number, etag: Type.Optional(etag) }, { additionalProperties: false }),
  output: Type.Object(
    { ...conditionalFields, pull: nullable(pull.schema, "The pull request; null if it hasn't changed.") },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", number: 7 },
  async run(input, provider) {
    const response = await readUnlessSame(provider, pullRequest(input), input.etag);
    const { notModified, etag } = response;
    return { notModified, etag, pull: response.notModified ? null : pull.read(response.body) };
  },
});
