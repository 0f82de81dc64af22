/** The connection's vault. */
import { defineSecretsAction, pageOf } from "@svc/provider-kit/secrets";
import { list, record } from "@svc/provider-kit/shape";
import { probeRequest, vaultOf } from "../client.ts";

const projectsList = defineSecretsAction("projects.list", {
  description: "Lists the connection's vault, which is its only project.",
  example: {},
  async run(input, provider) {
    const { body } = await provider.read(probeRequest);
    list(record(body)["value"]);
    const name = vaultOf(provider);
    const projects = [{ slug: name, name, description: "", createdAt: null }];
    return { projects: pageOf(projects, input), page: input.page ?? 1 };
  },
});

export const projectActions = [projectsList];
