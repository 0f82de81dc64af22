/** The kit's suite with a small fake of the provider that answers as documented. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { answered, exerciseProvider, type ProviderWorld } from "@svc/provider-kit/testing";
import { doppler } from "../src/index.ts";
import { dopplerExamples, harbor } from "./examples.ts";

const createdAt = "2025-11-04T10:00:00.000Z";
const project = { id: "x", slug: harbor.project, name: harbor.project, description: null, created_at: createdAt };
const config = { name: "stg", project: harbor.project, environment: "stg", root: true, locked: true };

/** An environment with one project, one config and one secret, in the documentation's format. */
async function documentedWorld(): Promise<ProviderWorld> {
  const names = new Set<string>([harbor.name]);
  const send = async ({ method, path, query }: ProviderRequest): Promise<ExchangeFacts> => {
    const name = String(query?.["name"]);
    switch (`${method} ${path.join("/")}`) {
      case "GET v3/me":
        return answered(200, { workplace: { slug: "w1", name: "Harbor" } });
      case "GET v3/projects":
        return answered(200, { page: 1, projects: [project] });
      case "GET v3/configs":
        return answered(200, { page: 1, configs: [{ ...config, created_at: createdAt }] });
      case "GET v3/configs/config/secrets/names":
        return answered(200, { names: [...names] });
      case "GET v3/configs/config/secret":
        return answered(200, { name, value: { raw: "x", computed: "x", note: "" } });
      case "POST v3/configs/config/secrets":
        return answered(200, { secrets: { OTHER: { raw: "canary", computed: "canary" } } });
      case "DELETE v3/configs/config/secret":
        return names.delete(name) ? answered(204) : answered(404, { messages: ["Could not find requested secret"] });
      default:
        return answered(404, { messages: ["no such route"] });
    }
  };
  return {
    credential: { access_token: `dp.sa.${"Zk3".repeat(14)}` },
    send,
    // This fake has no ledger; exercise-simulator.test.ts tests lost responses.
    evidence: null,
    close: async () => {},
  };
}

exerciseProvider(doppler, documentedWorld, dopplerExamples);
