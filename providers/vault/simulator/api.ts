/**
 * Vault's HTTP API for the simulated cluster, written from its documentation:
 * https://developer.hashicorp.com/vault/api-docs
 */
import {
  Refusal,
  simulatedApi,
  tokenIn,
  type Call,
  type Result,
  type SimResponse,
  type SimRequest,
} from "@svc/simulator";
import { logIn } from "./app-role.ts";
import { cluster, type Mount, type Switches, type VaultToken, type VaultWorld, type Version } from "./world.ts";

type VaultCall = Call<VaultWorld, VaultToken | null>;

/** A parsed path in an engine: `kv/data/prod/API_KEY` is `data` and `prod/API_KEY`. */
type Place = { mount: Mount; part: string; path: string };

/** The check of policies collects errors, and says how many. */
const lacksRight = () => new Refusal(403, "1 error occurred:\n\t* permission denied\n\n");
/** A token that doesn't exist. Vault says so from 1.17 on. */
const noToken = ({ switches: { product } }: VaultWorld) =>
  new Refusal(
    403,
    product === "vault" ? "2 errors occurred:\n\t* permission denied\n\t* invalid token\n\n" : "permission denied",
  );
/** A secrets engine that doesn't exist. */
const noMount = (path: string) =>
  new Refusal(
    403,
    `preflight capability check returned 403, please ensure client's policies grant access to path "${path}/"`,
  );
const nothing = () => new Refusal(404, "", { code: "nothing" });

function placeOf({ params, store }: VaultCall): Place {
  const whole = params["rest"] ?? "";
  const mount = store.mounts.values().find(({ path }) => whole.startsWith(`${path}/`));
  if (mount === undefined) throw new Refusal(404, `no handler for route "${whole}". route entry not found.`);
  const [part = "", ...path] = whole.slice(mount.path.length + 1).split("/");
  if (mount.type !== "kv" || mount.version !== "2") throw new Refusal(404, "unsupported path");
  return { mount, part, path: path.filter((one) => one !== "").join("/") };
}

function metadataOf(version: Version, number: number) {
  const { created, deleted, data } = version;
  return {
    version: number,
    created_time: created,
    deletion_time: deleted,
    destroyed: data === null,
    custom_metadata: null,
  };
}

function read(call: VaultCall): Result {
  const place = placeOf(call);
  const { mount, part, path } = place;
  const isList = call.request.query.get("list") === "true";
  if (isList && part === "metadata") return listFolder(call, place);
  if (isList && part === "detailed-metadata" && call.store.switches.product === "openbao")
    return listDetails(call, place);
  if (part !== "data" && part !== "subkeys") throw new Refusal(404, "unsupported path");
  const version = call.store.newest(mount.path, path);
  if (version === undefined) throw nothing();
  const metadata = metadataOf(version, call.store.entries.in(mount.path).get(path)?.versions.length ?? 0);
  const isGone = version.deleted !== "" || version.data === null;
  const shown = isGone
    ? null
    : part === "data"
      ? version.data
      : Object.fromEntries(Object.keys(version.data ?? {}).map((key) => [key, null]));
  return {
    status: isGone ? 404 : 200,
    json: { request_id: "r", data: { [part === "data" ? "data" : "subkeys"]: shown, metadata } },
  };
}

function listFolder({ store, request }: VaultCall, { mount, path }: Place): Result {
  const leavesOut = request.query.get("exclude_deleted") === "true" && store.switches.product === "vault";
  const below = path === "" ? "" : `${path}/`;
  const shown = store.entries.in(mount.path).list({
    where: (entry) => entry.path.startsWith(below) && !(leavesOut && entry.versions.at(-1)?.deleted !== ""),
  });
  const keys = shown.map((entry) => {
    const [first = "", ...more] = entry.path.slice(below.length).split("/");
    return more.length > 0 ? `${first}/` : first;
  });
  if (keys.length === 0) throw nothing();
  return { json: { data: { keys: [...new Set(keys)].sort() } } };
}

/** Answers OpenBao's list with the metadata of each entry. */
function listDetails(call: VaultCall, place: Place): Result {
  const listed = Object(listFolder(call, place).json) as { data: { keys: string[] } };
  const entries = call.store.entries.in(place.mount.path);
  const details = listed.data.keys.map((key) => {
    const { versions = [] } = entries.get(place.path === "" ? key : `${place.path}/${key}`) ?? {};
    const numbered = versions.map((version, at) => [String(at + 1), metadataOf(version, at + 1)] as const);
    return [key, { current_version: versions.length, versions: Object.fromEntries(numbered) }] as const;
  });
  return { json: { data: { ...listed.data, key_info: Object.fromEntries(details) } } };
}

function write(call: VaultCall): Result {
  const { store, request, caller } = call;
  const { mount, part, path } = placeOf(call);
  if (caller?.policies.includes("readonly") === true) throw lacksRight();
  if (store.switches.stale) throw new Refusal(412, "required index state not present");
  const body = Object(request.json) as { options?: { cas?: unknown }; data?: unknown; versions?: readonly unknown[] };
  if (part === "delete" && request.method === "POST") {
    const isDeleted = store.remove(mount.path, path, body.versions ?? [], request.timeMs);
    return done(store, isDeleted ? [{ kind: "secret.delete", path }] : []);
  }
  if (part !== "data") throw new Refusal(404, "unsupported path");
  if (typeof body.data !== "object" || body.data === null) throw new Refusal(400, "no data provided");
  const entry = store.entries.in(mount.path).get(path);
  const number = entry?.versions.length ?? 0;
  if (body.options?.cas !== undefined && body.options.cas !== number) {
    throw new Refusal(400, "check-and-set parameter did not match the current version");
  }
  const newest = entry?.versions.at(-1);
  if (request.method === "PATCH" && (newest === undefined || newest.deleted !== "")) throw nothing();
  const before = request.method === "PATCH" ? (newest?.data ?? {}) : {};
  const written = store.write(mount.path, path, { ...before, ...body.data }, request.timeMs);
  const version = store.newest(mount.path, path);
  const metadata = version === undefined ? {} : metadataOf(version, written);
  return { json: { request_id: "r", data: metadata }, effects: [{ kind: "secret.write", path, version: written }] };
}

function done({ switches }: VaultWorld, effects: SimResponse["effects"] = []): Result {
  return switches.warns ? { status: 200, json: { warnings: ["a warning"] }, effects } : { status: 204, effects };
}

function mounts({ store, params }: VaultCall): Result {
  const shownOf = ({ type, version, description }: Mount) => ({
    type,
    description,
    options: version === "" ? null : { version },
  });
  const wanted = params["path"] ?? "";
  if (wanted === "") {
    const secret = Object.fromEntries(store.mounts.values().map((mount) => [`${mount.path}/`, shownOf(mount)]));
    return { json: { data: { auth: {}, secret } } };
  }
  const mount = store.mounts.get(wanted);
  if (mount === undefined) throw noMount(wanted);
  return { json: { data: { path: `${mount.path}/`, ...shownOf(mount) } } };
}

/** Answers the health of the whole cluster, which namespaces don't have. */
function health({ request }: VaultCall): Result {
  if (namespaceOf(request) !== "") throw new Refusal(400, "operation unavailable in namespaces");
  return { json: { initialized: true, sealed: false, standby: false, version: "1.21.0", ...cluster } };
}

const namespaceOf = ({ headers }: SimRequest): string => headers["x-vault-namespace"] ?? "";

function lookupSelf({ caller, request }: VaultCall): Result {
  if (caller === null) throw lacksRight();
  const namespace_path = namespaceOf(request) === "" ? "" : `${namespaceOf(request)}/`;
  const { value, policies, type, uses, expiresAtMs } = caller;
  const more = { display_name: "token", accessor: "a", entity_id: "", renewable: expiresAtMs !== null };
  // Go writes times with nine fractional digits.
  const end =
    expiresAtMs === null
      ? { expire_time: null, ttl: 0 }
      : {
          expire_time: new Date(expiresAtMs).toISOString().replace("Z", "402384Z"),
          ttl: Math.floor((expiresAtMs - request.timeMs) / 1000),
        };
  return { json: { data: { id: value, policies, type, num_uses: uses, namespace_path, ...end, ...more } } };
}

const change = { run: write };

/** The simulated API. It leaves out the paths that svc must never call. */
export const vaultApi = simulatedApi<VaultWorld, VaultToken | null, object, Switches>({
  routes: {
    "POST /v1/auth/approle/login": { respond: logIn, reads: true },
    "GET /v1/sys/health": { run: health },
    "GET /v1/auth/token/lookup-self": { run: lookupSelf },
    "GET /v1/sys/internal/ui/mounts/{path*}": { run: mounts },
    "GET /v1/{rest*}": { run: read },
    "POST /v1/{rest*}": change,
    "PATCH /v1/{rest*}": change,
  },
  caller({ headers, path, timeMs }, world) {
    const { tokens, switches } = world;
    if (switches.sealed) throw new Refusal(503, "Vault is sealed");
    const token = tokens.find(headers["x-vault-token"] ?? tokenIn(headers, ["bearer"]), timeMs);
    if (token === undefined && path !== "/v1/sys/health") throw noToken(world);
    return token ?? null;
  },
  refused: ({ status, message, code }) => ({ status, json: { errors: code === "nothing" ? [] : [message] } }),
});
