/** The answers of the API and of its authorization server, according to the documentation. */
import { authorizationRoutes, Refusal, simulatedApi, tokenIn, type OAuthToken } from "@svc/simulator";
import { createNote, getNote, getWorkspace, refused, withRequestId } from "../../template/simulator/notes.ts";
import type { AcmeNotesWorld, Switches } from "./world.ts";

/** The simulated API. */
export const acmeNotesApi = simulatedApi<AcmeNotesWorld, OAuthToken, object, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/oauth/authorize", token: "/oauth/token" }),
    "GET /v1/workspace": { run: getWorkspace },
    "GET /v1/notes/{id}": { run: getNote, anyScope: ["notes:read"] },
    "POST /v1/notes": { run: createNote, anyScope: ["notes:write"] },
  },
  caller({ headers, timeMs }, { tokens }) {
    const token = tokens.find(tokenIn(headers), timeMs);
    if (token === undefined) throw new Refusal(401, "Unknown token");
    return token;
  },
  scopesOf: ({ scopes }) => scopes,
  around: withRequestId,
  refused,
});
