/** Lists projects. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { readPage } from "../client.ts";
import { nextPageToken, paging } from "../fields.ts";
import { project } from "../resources.ts";
import { reading } from "../scopes.ts";

const projectsList = defineAction({
  id: "projects.list",
  title: "List projects",
  description: "Lists the projects of the workspace, one page at a time.",
  consent: "See your projects",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ ...paging }, { additionalProperties: false }),
  output: Type.Object(
    {
      projects: Type.Array(project.schema, { description: "The projects on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: {},
  async run(page, provider) {
    const { nodes, nextPageToken } = await readPage(provider, "projects", page);
    const { items, unreadable } = readEntries(nodes, project.read);
    return { projects: items, unreadable, nextPageToken };
  },
});

export const projectActions = [projectsList];
