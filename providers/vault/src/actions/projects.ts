/** The KV version 2 secrets engines that the token can see. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { mountsRequest, parseMounts } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description:
    "Lists the KV version 2 secrets engines that the connection's token can see. Vault doesn't paginate this list, so svc does.",
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(mountsRequest);
    const projects = parseMounts(body).map(({ path, description }) => {
      return { slug: path, name: path, description, createdAt: null };
    });
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
