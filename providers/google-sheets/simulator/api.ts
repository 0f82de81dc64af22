/** The API's answers, as its documentation has them. */
import type { SimAnswer, SimApi, SimRequest } from "@svc/simulator";
import type { GoogleSheetsWorld } from "./world.ts";

/** The simulated API. Every answer carries a request id. */
export const googleSheetsApi: SimApi<GoogleSheetsWorld> = (request, world) => {
  const answer = request.headers["authorization"] === `Bearer ${world.key}` ? route(request, world) : refused(401);
  return { ...answer, headers: { "x-request-id": `req-${request.sequence}`, ...answer.headers } };
};

function route(request: SimRequest, world: GoogleSheetsWorld): SimAnswer {
  const [, version, kind, id, ...more] = request.path.split("/");
  if (version !== "v1" || more.length > 0) return refused(404);
  if (request.method === "GET" && kind === "workspace") {
    return { status: 200, json: { slug: "simulated", name: "Simulated workspace" } };
  }
  if (request.method === "GET" && kind === "notes" && id !== undefined) {
    const note = world.notes.get(id);
    return note === undefined ? refused(404) : { status: 200, json: note };
  }
  if (request.method === "POST" && kind === "notes" && id === undefined) return create(request, world);
  return refused(404);
}

function create({ json }: SimRequest, world: GoogleSheetsWorld): SimAnswer {
  const { title, text } = Object(json) as { title?: unknown; text?: unknown };
  if (typeof title !== "string" || typeof text !== "string") return refused(400);
  const note = { id: `note${world.notes.size}`, title, text };
  world.notes.set(note.id, note);
  return { status: 201, json: note, effects: [{ kind: "note.create", id: note.id }] };
}

function refused(status: number): SimAnswer {
  return { status, json: { error: { code: `e${status}`, message: "As the documentation words it." } } };
}
