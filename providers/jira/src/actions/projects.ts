/** Lists projects. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { projectsRequest } from "../client.ts";
import { nextPageToken, pageSize, pageToken } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { project } from "../resources.ts";
import { reading } from "../scopes.ts";

const projectsList = defineAction({
  id: "projects.list",
  title: "List projects",
  description: "Lists the projects that the user can see, one page at a time, optionally filtered by name or key.",
  consent: "See your projects",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ description: "Part of the name or key.", minLength: 1, maxLength: 100 })),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      projects: Type.Array(project.schema, { description: "The projects on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run({ query, ...page }, provider) {
    const { body } = await provider.read(projectsRequest({ ...pageOf(page), query }), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body, "values");
    const { items, unreadable } = readEntries(entries, project.read);
    return { projects: items, unreadable, nextPageToken: next };
  },
});

export const projectActions = [projectsList];
