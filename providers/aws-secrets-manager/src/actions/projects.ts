/** The first parts of the secret names. */
import { partsAt } from "@svc/aws";
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { readNames } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the projects: the first parts of the region's secret names. svc reads at most 2,000 secrets and paginates the result itself. " +
    "The list can be up to five minutes old.",
  example: {},
  async run(input, provider) {
    const projects = partsAt(await readNames(provider, ""), 0).map((slug) => {
      return { slug, name: slug, description: "", createdAt: null };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
