/** Reads a file or a directory. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { conditionalFields, readUnlessSame } from "../conditional.ts";
import { etag, nullable, owner, path, ref, repo } from "../fields.ts";
import { contentsRequest } from "../requests.ts";
import { contents, readContents } from "../resources/contents.ts";
import { repoScope } from "../scopes.ts";

const contentsGet = defineAction({
  id: "contents.get",
  title: "Get a file or directory",
  description:
    "Reads a path in a repository: a file with its content (up to 1 MB), the entries of a directory, the target of a symlink, " +
    "or a submodule. A file of 1 to 100 MB is returned without its content.",
  consent: "Read a repository's files",
  effect: "read",
  idempotency: "safe",
  requiredScopes: [repoScope],
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      owner,
      repo,
      path: Type.Optional(path),
      ref: Type.Optional(ref),
      etag: Type.Optional(etag),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      ...conditionalFields,
      contents: nullable(contents, "The contents of the path; null if they haven't changed."),
    },
    { additionalProperties: false },
  ),
  example: { owner: "octocat", repo: "hello-world", path: "README.md" },
  async run(input, provider) {
    const response = await readUnlessSame(provider, contentsRequest(input), input.etag);
    const { notModified, etag } = response;
    return {
      notModified,
      etag,
      contents: response.notModified ? null : readContents(response.body, input.path ?? null),
    };
  },
});

export const contentActions = [contentsGet];
