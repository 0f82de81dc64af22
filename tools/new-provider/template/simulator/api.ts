/** The API's responses, according to its documentation. */
import { Refusal, simulatedApi, tokenIn, type CommonSwitches } from "@svc/simulator";
import { createNote, getNote, getWorkspace, refused, withRequestId } from "./notes.ts";
import { tokens, type AcmeNotesWorld } from "./world.ts";

/** The simulated API. */
export const acmeNotesApi = simulatedApi<AcmeNotesWorld, null, object, CommonSwitches>({
  routes: {
    "GET /v1/workspace": { run: getWorkspace },
    "GET /v1/notes/{id}": { run: getNote },
    "POST /v1/notes": { run: createNote },
  },
  caller({ headers }) {
    if (tokenIn(headers) !== tokens.apiKey) throw new Refusal(401, "Unknown key");
    return null;
  },
  around: withRequestId,
  refused,
});
