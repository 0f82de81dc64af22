/** The kit's suite with a small fake of the provider that answers with the examples in GitHub's own description. */
import type { ExchangeFacts, ProviderRequest } from "@svc/provider-kit";
import { answered, exerciseProvider, type ProviderWorld } from "@svc/provider-kit/testing";
import { github } from "../src/index.ts";
import { githubExamples } from "./examples.ts";
import { exampleResponse, operation } from "./openapi.ts";

/** Method and path without names → operation id and success status. */
const routes: readonly (readonly [pattern: RegExp, operationId: string, status: number])[] = [
  [/^GET user$/, "users/get-authenticated", 200],
  [/^GET user\/repos$/, "repos/list-for-authenticated-user", 200],
  [/^GET search\/issues$/, "search/issues-and-pull-requests", 200],
  [/^GET repos\/[^/]+\/[^/]+$/, "repos/get", 200],
  [/^GET repos\/[^/]+\/[^/]+\/issues$/, "issues/list-for-repo", 200],
  [/^POST repos\/[^/]+\/[^/]+\/issues$/, "issues/create", 201],
  [/^GET repos\/[^/]+\/[^/]+\/issues\/\d+$/, "issues/get", 200],
  [/^PATCH repos\/[^/]+\/[^/]+\/issues\/\d+$/, "issues/update", 200],
  [/^GET repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/, "issues/list-comments", 200],
  [/^POST repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/, "issues/create-comment", 201],
  [/^GET repos\/[^/]+\/[^/]+\/pulls$/, "pulls/list", 200],
  [/^GET repos\/[^/]+\/[^/]+\/pulls\/\d+$/, "pulls/get", 200],
  [/^GET repos\/[^/]+\/[^/]+\/contents(?:\/.+)?$/, "repos/get-content", 200],
];

async function describedWorld(): Promise<ProviderWorld> {
  const send = async ({ method, path }: ProviderRequest): Promise<ExchangeFacts> => {
    const route = routes.find(([pattern]) => pattern.test(`${method} ${path.join("/")}`));
    if (route === undefined) return answered(404, { message: "Not Found" });
    return answered(route[2], corrected(exampleResponse(operation(route[1]), route[2])));
  };
  const accessToken = `gho_${"Zk3".repeat(12)}`;
  return {
    credential: { accessToken, refreshToken: null, expiresAt: null, scopes: [] },
    send,
    // This fake has no ledger; exercise-simulator.test.ts tests lost responses.
    evidence: null,
    narrow: null,
    close: async () => {},
  };
}

/** The description's example of a file has its line breaks escaped twice. */
function corrected(response: unknown): unknown {
  const { content, ...rest } = response as { content?: unknown };
  return typeof content === "string" ? { ...rest, content: content.replaceAll("\\n", "\n") } : response;
}

exerciseProvider(github, describedWorld, githubExamples);
