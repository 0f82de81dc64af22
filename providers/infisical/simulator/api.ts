/**
 * Infisical's API for the simulated server, written from its documentation: https://infisical.com/docs/api-reference
 */
import { fieldsOf, Refusal, simulatedApi, tokenIn, type Call, type Result } from "@svc/simulator";
import { logIn, untrustedAddress } from "./universal-auth.ts";
import { organization, type InfisicalToken, type InfisicalWorld, type Metadata, type Project } from "./world.ts";
import type { Secret, Switches } from "./world.ts";

type InfisicalCall = Call<InfisicalWorld, InfisicalToken>;

const hidden = "<hidden-by-infisical>";

/** A folder of a project, as given in a query or body. */
type Place = { project: string; environment: string; path: string; place: string };

function invalid({ store }: InfisicalCall): Refusal {
  return new Refusal(store.switches.invalidIsUnauthorized ? 401 : 422, "Required", { code: "ValidationFailure" });
}

function notFound(message: string): Refusal {
  return new Refusal(404, message, { code: "NotFound" });
}

function projectOf({ store }: InfisicalCall, id: string): Project {
  const project = store.projects.get(id);
  if (project === undefined) throw notFound(`Project with ID '${id}' not found`);
  return project;
}

/** @param said returns a field of the query or body. Older routes call `projectId` `workspaceId`. */
function placeOf(call: InfisicalCall, said: (name: string) => unknown, pathName = "secretPath"): Place {
  const project = said("projectId") ?? said("workspaceId");
  const environment = said("environment");
  const given = said(pathName) ?? "/";
  if (typeof project !== "string" || typeof environment !== "string" || typeof given !== "string") throw invalid(call);
  const path = given.length > 1 ? given.replace(/\/$/, "") : given;
  const place = `${environment}:${path}`;
  projectOf(call, project);
  if (!call.store.folders.in(project).has(place)) {
    throw notFound(`Folder with path '${path}' in environment with slug '${environment}' not found`);
  }
  return { project, environment, path, place };
}

const inQuery = ({ request }: InfisicalCall) => {
  return (name: string): string | undefined => request.query.get(name) ?? undefined;
};

/** Builds a secret's body. A server of 2024 includes the value every time. */
function shown(secret: Secret, { project, environment, path }: Place, value: string | null) {
  const { id, name, version, metadata, comment, isRotated } = secret;
  return {
    id,
    _id: id,
    workspace: project,
    environment,
    secretPath: path,
    version,
    type: "shared",
    secretKey: name,
    secretValue: value ?? hidden,
    secretValueHidden: value === null,
    secretComment: comment,
    secretMetadata: metadata,
    isRotatedSecret: isRotated,
    tags: [],
  };
}

function mayView(call: InfisicalCall): boolean {
  const isAsked = call.store.switches.product === "old" || call.request.query.get("viewSecretValue") !== "false";
  return isAsked && call.caller.permissions.includes("read");
}

function listSecrets(call: InfisicalCall): Result {
  const place = placeOf(call, inQuery(call));
  const secrets = call.store.secrets.in(place.project, place.place).values();
  return { json: { secrets: secrets.map((secret) => shown(secret, place, mayView(call) ? secret.value : null)) } };
}

/** Resolves references to secrets in the same folder. */
function resolve({ store }: InfisicalCall, { project, place }: Place, value: string): string {
  return value.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const found = store.get(project, place, name);
    if (found === undefined) throw new Refusal(400, `Secret reference '${name}' could not be found`, bad);
    return found.value;
  });
}

const bad = { code: "BadRequest" };

function getSecret(call: InfisicalCall): Result {
  const { store, request, params } = call;
  const place = placeOf(call, inQuery(call));
  const name = params["name"] ?? "";
  const imports = store.folders.in(place.project).find(place.place).imports;
  const places = [place.place, ...(request.query.get("include_imports") === "true" ? imports : [])];
  const [from] = places.filter((one) => store.get(place.project, one, name) !== undefined);
  const secret = from === undefined ? undefined : store.get(place.project, from, name);
  if (from === undefined || secret === undefined) throw notFound(`Secret with name '${name}' not found`);
  const expands = request.query.get("expandSecretReferences") === "true";
  const value = expands ? resolve(call, { ...place, place: from }, secret.value) : secret.value;
  return { json: { secret: shown(secret, place, mayView(call) ? value : null) } };
}

/** Returns the fields of a change, and the secret that it is about. */
function change(call: InfisicalCall) {
  if (!call.caller.permissions.includes("write")) throw new Refusal(403, "no", { code: "PermissionDenied" });
  const body = fieldsOf(call.request);
  const place = placeOf(call, (name) => body[name]);
  const name = call.params["name"] ?? "";
  return { body, place, name, present: call.store.get(place.project, place.place, name) };
}

/** Opens an approval request if a policy requires one. Changes nothing. */
function approval({ store }: InfisicalCall): Result | null {
  if (store.switches.approval === "none") return null;
  if (store.switches.approval === "refused")
    throw new Refusal(400, "Cannot use machine token over protected branches", bad);
  return { json: { approval: { id: "a1", slug: "canary-approval", status: "open", hasMerged: false } } };
}

function metadataIn({ store }: InfisicalCall, given: unknown): readonly Metadata[] {
  const metadata = (given as readonly Partial<Metadata>[]).map(({ key = "", value = "", isEncrypted = false }) => {
    return { key, value, isEncrypted };
  });
  if (store.switches.enforcesEncryptedMetadata && metadata.some(({ isEncrypted }) => !isEncrypted)) {
    throw new Refusal(400, "Project requires all metadata to be encrypted.", bad);
  }
  return metadata;
}

function setSecret(call: InfisicalCall): Result {
  const { body, place, name, present } = change(call);
  const isNew = call.request.method === "POST";
  const { secretValue: value, secretMetadata, secretComment } = body;
  if (isNew && typeof value !== "string") throw invalid(call);
  if (isNew && present !== undefined) throw new Refusal(400, "Secret already exist", bad);
  if (!isNew && present === undefined) throw notFound(`Secret with name '${name}' not found`);
  if (present?.isRotated === true) throw new Refusal(400, "Cannot update rotated secrets", bad);
  if (typeof value === "string") resolve(call, place, value);
  const metadata = secretMetadata === undefined ? {} : { metadata: metadataIn(call, secretMetadata) };
  const asked = approval(call);
  if (asked !== null) return asked;
  const secret = call.store.write(place.project, place.place, {
    name,
    ...(typeof value === "string" ? { value: call.store.switches.trims ? trimmed(value) : value } : {}),
    ...(typeof secretComment === "string" ? { comment: secretComment } : {}),
    ...metadata,
  });
  const effects = [{ kind: isNew ? "secret.create" : "secret.update", place: place.place, name }];
  return { json: { secret: shown(secret, place, secret.value) }, effects };
}

function trimmed(value: string): string {
  return value.endsWith("\n") ? `${value.trim()}\n` : value.trim();
}

function deleteSecret(call: InfisicalCall): Result {
  const { place, name, present } = change(call);
  if (present === undefined) throw notFound(`Secret with name '${name}' not found`);
  if (present.isRotated) throw new Refusal(400, "Cannot delete rotated secrets", bad);
  const asked = approval(call);
  if (asked !== null) return asked;
  call.store.secrets.in(place.project, place.place).delete(name);
  const effects = [{ kind: "secret.delete", place: place.place, name }];
  return { json: { secret: shown(present, place, present.value) }, effects };
}

function listFolders(call: InfisicalCall): Result {
  const { project, environment, path } = placeOf(call, inQuery(call), "path");
  const below = `${environment}:${path === "/" ? "" : path}/`;
  const names = call.store.folders
    .in(project)
    .keys()
    .flatMap((place) => {
      const name = place.startsWith(below) ? place.slice(below.length) : "";
      return name === "" || name.includes("/") ? [] : [name];
    });
  return { json: { folders: names.map((name) => ({ id: name, name, version: 1 })) } };
}

function projectShown({ environments, ...project }: Project) {
  const shownEnvironments = environments.map((slug) => ({ id: slug, name: slug.toUpperCase(), slug }));
  return {
    ...project,
    _id: project.id,
    type: "secret-manager",
    createdAt: "2026-01-02T00:00:00.000Z",
    environments: shownEnvironments,
  };
}

function details({ caller }: InfisicalCall): Result {
  if (caller.actor !== "identity") throw new Refusal(403, "Forbidden access", { code: "ForbiddenRequest" });
  return { json: { identityDetails: { organization } } };
}

/** Builds the routes for the secrets under a path. */
const secretRoutes = (path: string) => ({
  [`GET ${path}`]: { run: listSecrets },
  [`GET ${path}/{name}`]: { run: getSecret },
  [`POST ${path}/{name}`]: { run: setSecret },
  [`PATCH ${path}/{name}`]: { run: setSecret },
  [`DELETE ${path}/{name}`]: { run: deleteSecret },
});

/** The simulated API. It leaves out the routes for several secrets, because svc must never call them. */
export const infisicalApi = simulatedApi<InfisicalWorld, InfisicalToken, object, Switches>({
  routes: {
    "POST /api/v1/auth/universal-auth/login": { respond: logIn, reads: true },
    "GET /api/v1/identities/details": { run: details },
    "GET /api/v1/projects": {
      run: ({ store }) => ({ json: { projects: store.projects.values().map(projectShown) } }),
    },
    "GET /api/v2/folders": { run: listFolders },
    ...secretRoutes("/api/v4/secrets"),
    // The official client still calls the older routes.
    ...secretRoutes("/api/v3/secrets/raw"),
  },
  caller({ headers, path, timeMs }, { tokens, switches }) {
    const isNewer = path.startsWith("/api/v4/") || path.startsWith("/api/v1/projects");
    if (switches.product === "old" && isNewer) throw notFound("Route not found");
    const token = tokens.find(tokenIn(headers, ["bearer"]), timeMs);
    if (token === undefined) {
      const isForbidden = switches.deadTokenIsForbidden;
      throw new Refusal(isForbidden ? 403 : 401, "jwt", { code: isForbidden ? "TokenError" : "UnauthorizedError" });
    }
    if (switches.distrusts === "tokens") throw new Refusal(403, untrustedAddress, { code: "ForbiddenError" });
    if (switches.limited && path.includes("/secrets"))
      throw new Refusal(429, "slow down", { code: "RateLimitExceeded" });
    return token;
  },
  refused: ({ status, message, code }) => ({
    status,
    json: { reqId: "req-1", statusCode: status, error: code, message },
  }),
});
