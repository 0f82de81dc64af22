/** The first levels of the parameter names. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the projects: the first levels of the region's parameter names. svc reads at most 1,000 parameters and paginates the result " +
    "itself.",
  example: {},
  async run(input, provider) {
    const projects = partsAt(await readNames(provider, "/", "Recursive"), 0).map((slug) => {
      return { slug, name: slug, description: "", createdAt: null };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
