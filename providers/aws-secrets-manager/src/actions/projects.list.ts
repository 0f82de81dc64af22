/** `projects.list`: the first parts of the names of secrets. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";

export const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the first parts of the names of the region's secrets, of which svc reads 2,000 at most. AWS doesn't page by them, so svc " +
    "cuts the list. It can be five minutes old.",
  example: {},
  async run(input, provider) {
    const projects = partsAt(await readNames(provider, ""), 0).map((slug) => {
      return { slug, name: slug, description: "", createdAt: null };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});
