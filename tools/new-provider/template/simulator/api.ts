/** The API's answers, as its documentation has them. */
import { fieldsOf, Refusal, simulatedApi, tokenIn, type Token } from "@svc/simulator";
import type { AcmeNotesWorld } from "./world.ts";

/** The simulated API. Every answer carries a request id. */
export const acmeNotesApi = simulatedApi<AcmeNotesWorld, Token, unknown, AcmeNotesWorld["switches"]>({
  routes: {
    "GET /v1/workspace": { run: () => ({ json: { slug: "simulated", name: "Simulated workspace" } }) },
    "GET /v1/notes/{id}": { run: ({ store, params }) => ({ json: store.notes.find(params["id"] ?? "") }) },
    "POST /v1/notes": {
      run({ store, request }) {
        const { title, text } = fieldsOf(request);
        if (typeof title !== "string" || typeof text !== "string")
          throw new Refusal(400, "A note has a title and a text");
        const note = store.notes.create({ title, text });
        return { status: 201, json: note, effects: [{ kind: "note.create", id: note.id }] };
      },
    },
  },
  caller({ headers, timeMs }, { tokens }) {
    const token = tokens.find(tokenIn(headers), timeMs);
    if (token === undefined) throw new Refusal(401, "The key is unknown");
    return token;
  },
  around({ request }, run) {
    const answer = run();
    return { ...answer, headers: { "x-request-id": `req-${request.sequence}`, ...answer.headers } };
  },
  refused: ({ status }) => ({
    status,
    json: { error: { code: `e${status}`, message: "As the documentation words it." } },
  }),
});
