/** `projects.list`: the first levels of the names of parameters. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";

export const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the first levels of the names of the region's parameters, of which svc reads 1,000 at most. AWS doesn't page by them, so svc " +
    "cuts the list.",
  example: {},
  async run(input, provider) {
    const projects = partsAt(await readNames(provider, "/", "Recursive"), 0).map((slug) => {
      return { slug, name: slug, description: "", createdAt: null };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});
