/** A simulated API from its routes: resolves each request's route and caller, then reads or changes the store. */
import type { SimResponse, SimApi, SimRequest } from "../api.ts";
import { readsByMethod } from "../faults.ts";
import { Refusal } from "./refusal.ts";
import { routeFinder } from "./routes.ts";
import type { Store } from "./store.ts";
import type { CommonSwitches } from "./switches.ts";

/** One request with its context. */
export interface Call<State, Caller, Meta = unknown> {
  readonly request: SimRequest;
  readonly store: State;
  readonly caller: Caller;
  /** Variables of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Undefined if there is none, which `run` refuses. */
  readonly route: (Route<State, Caller, Meta> & Meta) | undefined;
}

/** The response of a route; the status is 200 by default. */
export type Result = Partial<SimResponse>;

/** One route. `Meta` is the route data that the API's own `around` needs. */
export interface Route<State, Caller, Meta = unknown> {
  readonly run: (call: Call<State, Caller, Meta>) => Result;
  /** Whether it only reads; by default GET and HEAD do. A search by POST reads; GraphQL depends on the request. */
  readonly reads?: boolean | ((request: SimRequest) => boolean);
  /** Any one of these is enough; with none the route needs no scope. */
  readonly anyScope?: readonly string[];
}

/** A route that needs no caller, such as a token endpoint. It answers its own refusals, and `around` doesn't see it. */
export interface OpenRoute<State> {
  readonly respond: (request: SimRequest, store: State, params: Readonly<Record<string, string>>) => SimResponse;
  /** Whether it only reads; by default GET and HEAD do. Exchanging a credential for a token counts as a read. */
  readonly reads?: boolean;
}

/** A simulated API. `Caller` is whatever `caller` returns. */
export interface ApiOptions<State, Caller, Meta> {
  /** By method and path, such as `GET /notes/{id}`. */
  readonly routes: Readonly<Record<string, (Route<State, Caller, Meta> & Meta) | OpenRoute<State>>>;
  /** Identifies the caller. If it throws `Refusal`, no route runs. */
  readonly caller: (request: SimRequest, store: State) => Caller;
  /** The caller's scopes, for routes with `anyScope`. */
  readonly scopesOf?: (caller: Caller) => readonly string[];
  /** Code around the route: checks and limits before it, headers after it. */
  readonly around?: (call: Call<State, Caller, Meta>, run: () => SimResponse) => SimResponse;
  /** The API's own response to a refusal, whose headers are added. `route` is undefined if there is none. */
  readonly refused: (
    refusal: Refusal,
    request: SimRequest,
    route: (Route<State, Caller, Meta> & Meta) | undefined,
  ) => SimResponse;
}

/** Creates a simulated API. A route's refusal reaches `around` as a response. */
export function simulatedApi<State extends Store<Switches>, Caller, Meta, Switches extends CommonSwitches>(
  options: ApiOptions<State, Caller, Meta>,
): SimApi<State> {
  const find = routeFinder(options.routes);
  const respond = (request: SimRequest, store: State): SimResponse => {
    const { route: found, params = {} } = find(request.method, request.path) ?? {};
    if (isOpen<State>(found)) return found.respond(request, store, params);
    const refusable = (respond: () => SimResponse): SimResponse => {
      try {
        return respond();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { headers, ...refused } = options.refused(error, request, found);
        return { ...refused, headers: { ...error.headers, ...headers } };
      }
    };
    return refusable(() => {
      const call = { request, store, caller: options.caller(request, store), params, route: found };
      const run = (): SimResponse => refusable(() => runRoute(call, options));
      return options.around?.(call, run) ?? run();
    });
  };
  const isRead = (request: SimRequest): boolean => {
    const route = find(request.method, request.path)?.route;
    return route === undefined ? readsByMethod(request) : routeReads(route.reads, request);
  };
  return Object.assign(respond, { isRead });
}

function routeReads(reads: Route<unknown, unknown>["reads"], request: SimRequest): boolean {
  return typeof reads === "function" ? reads(request) : (reads ?? readsByMethod(request));
}

function runRoute<State extends Store<Switches>, Caller, Meta, Switches extends CommonSwitches>(
  call: Call<State, Caller, Meta>,
  { scopesOf }: ApiOptions<State, Caller, Meta>,
): SimResponse {
  const { route, request, store, caller } = call;
  if (route === undefined) throw new Refusal(404, "Not Found", { code: "no_route" });
  const { anyScope = [] } = route;
  const held = scopesOf?.(caller) ?? [];
  if (anyScope.length > 0 && !anyScope.some((scope) => held.includes(scope))) {
    const details = { needed: anyScope, held };
    throw new Refusal(403, "The token lacks a scope", { code: "missing_scope", details });
  }
  const run = (): SimResponse => ({ status: 200, ...route.run(call) });
  if (routeReads(route.reads, request)) return store.read(request.timeMs, run);
  return store.change(request.timeMs, run, ({ effects = [] }) => effects.length > 0);
}

function isOpen<State>(route: object | undefined): route is OpenRoute<State> {
  return route !== undefined && "respond" in route;
}
