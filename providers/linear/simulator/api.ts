/** Linear's GraphQL API for the simulated workspace, written from its documentation. */
import {
  authorizationRoutes,
  fieldsOf,
  Refusal,
  simulatedApi,
  tokenIn,
  type Call,
  type SimResponse,
  type SimRequest,
} from "@svc/simulator";
import { execute, getOperationAST, parse, GraphQLError, type DocumentNode } from "graphql";
import { linearError } from "./errors.ts";
import { mutationsOf } from "./mutations.ts";
import { queriesOf } from "./queries.ts";
import { schema } from "./schema.ts";
import type { LinearWorld, Switches } from "./world.ts";

interface Caller {
  readonly scopes: readonly string[];
}

/** The simulated API. */
export const linearApi = simulatedApi<LinearWorld, Caller, object, Switches>({
  routes: {
    ...authorizationRoutes({ authorize: "/oauth/authorize", token: "/oauth/token", revoke: "/oauth/revoke" }),
    "POST /graphql": { run: respond, reads: (request) => operationOf(request) === "query" },
  },
  caller(request, { tokens }) {
    const value = tokenIn(request.headers, ["bearer", "bare"]) ?? "";
    // An API key is sent without a scheme, and a token with one.
    const isInItsForm = value.startsWith("lin_api_") === (value === request.headers["authorization"]);
    const token = isInItsForm ? tokens.find(value, request.timeMs) : undefined;
    if (token === undefined)
      throw new Refusal(401, "Authentication required, not authenticated", { code: "authentication error" });
    return { scopes: token.scopes };
  },
  around({ request, store }, run) {
    const { requestsPerHour } = store.switches;
    if (store.limits.take("user", "hour", request.timeMs, requestsPerHour)) return run();
    const error = linearError("ratelimited", "Rate limit exceeded");
    const reset = String(request.timeMs + 60_000);
    return { status: 400, headers: { "x-ratelimit-requests-reset": reset }, json: { errors: [error.toJSON()] } };
  },
  refused: ({ status, message, code }) => ({
    status,
    json: { errors: [linearError(code.includes(" ") ? code : "graphql error", message).toJSON()] },
  }),
});

function respond({ request, store, caller }: Call<LinearWorld, Caller>): SimResponse {
  const document = parsed(request);
  const { variables, operationName } = fieldsOf(request);
  const isMutation = operationOf(request) === "mutation";
  const { failsWith, failsAfterEffect, errorStatus } = store.switches;
  const failure = isMutation && failsWith !== "" ? linearError(failsWith, "Something went wrong") : null;
  if (failure !== null && !failsAfterEffect)
    return { status: errorStatus, json: { data: null, errors: [failure.toJSON()] } };
  const effects: { kind: string }[] = [];
  const changing = { world: store, scopes: caller.scopes, timeMs: request.timeMs, effects };
  if (!isMutation && !caller.scopes.some((scope) => ["read", "write", "admin"].includes(scope))) {
    return { status: errorStatus, json: { data: null, errors: [linearError("forbidden", "Invalid scope").toJSON()] } };
  }
  const result = execute({
    schema,
    document,
    rootValue: { ...queriesOf(store), ...mutationsOf(changing) },
    variableValues: Object(variables) as Record<string, unknown>,
    operationName: typeof operationName === "string" ? operationName : null,
  });
  if (result instanceof Promise) throw new Error("no resolver is asynchronous");
  const errors = [...(result.errors ?? []).map(worded), ...(failure === null ? [] : [failure])];
  const json = {
    data: result.data ?? null,
    ...(errors.length > 0 ? { errors: errors.map((error) => error.toJSON()) } : {}),
  };
  return { status: errors.length > 0 && failure === null ? errorStatus : 200, json, effects };
}

/** Gives the executor's own errors a type. They are about the document or its variables. */
function worded(error: GraphQLError): GraphQLError {
  return error.extensions["type"] === undefined ? linearError("graphql error", error.message) : error;
}

function parsed(request: SimRequest): DocumentNode {
  const { query } = fieldsOf(request);
  try {
    return parse(typeof query === "string" ? query : "");
  } catch (error) {
    const message = error instanceof GraphQLError ? error.message : "Syntax Error";
    throw new Refusal(400, message, { code: "graphql error" });
  }
}

function operationOf(request: SimRequest): string {
  try {
    const { query, operationName } = fieldsOf(request);
    const name = typeof operationName === "string" ? operationName : null;
    return getOperationAST(parse(typeof query === "string" ? query : ""), name)?.operation ?? "query";
  } catch {
    return "query";
  }
}
