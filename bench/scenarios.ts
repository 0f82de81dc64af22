/** The scenarios: requests to service and floor, and the target ratio. */
import { everyAction, testOrigin, testReturnUrl, type Engine } from "../conformance/harness/index.ts";
import type { LoadRequest } from "./load.ts";
import { devConfig, secretName } from "./secret.ts";
import type { BenchConnection } from "./targets.ts";

/** One scenario to measure. */
export interface Scenario {
  readonly name: string;
  readonly says: string;
  /** The bar: the minimum ratio, service to floor. */
  readonly wanted: Readonly<Record<Engine, number>>;
  floor(connection: BenchConnection): LoadRequest;
  /** Whether the service itself also answers the floor's requests, to compare two of its own requests. */
  readonly isItsOwnFloor?: boolean;
  service(connection: BenchConnection): LoadRequest;
  /** Background load of one more connection on either side. */
  beside?(connection: BenchConnection): LoadRequest;
}

const authorized = ({ serviceKey }: Pick<BenchConnection, "serviceKey">): Record<string, string> => ({
  authorization: `Bearer ${serviceKey}`,
});

/** The same request with a delegated token instead of the key. */
function withToken(request: LoadRequest, token: string): LoadRequest {
  return { ...request, headers: { ...request.headers, ...authorized({ serviceKey: token }) } };
}

/** A GET of the service. */
export function get(connection: BenchConnection, path: string): LoadRequest {
  return { method: "GET", path, headers: authorized(connection), body: null, isKeyed: false, status: 200 };
}

function post(
  connection: BenchConnection,
  path: string,
  body: object,
  rest: Pick<LoadRequest, "isKeyed" | "status">,
): LoadRequest {
  const headers = { ...authorized(connection), "content-type": "application/json" };
  return { method: "POST", path, headers, body: JSON.stringify(body), ...rest };
}

function execution(connection: BenchConnection, action: string, input: object, isKeyed: boolean): LoadRequest {
  const path = `/v1/tenants/${connection.tenantId}/connections/${connection.connectionId}/actions/${action}:execute`;
  return post(connection, path, { input: { ...devConfig, name: secretName, ...input } }, { isKeyed, status: 200 });
}

const read = (connection: BenchConnection): LoadRequest => execution(connection, "secrets.get", {}, false);
const write = (connection: BenchConnection): LoadRequest =>
  execution(connection, "secrets.set", { value: "a value" }, true);
const pass = (connection: BenchConnection): LoadRequest => get(connection, "/pass");

/** All scenarios, in the order of the table. */
export const scenarios: readonly Scenario[] = [
  {
    name: "read",
    says: "execute secrets.get, against the read floor",
    wanted: { sqlite: 0.6, postgres: 0.45 },
    floor: read,
    service: read,
  },
  {
    name: "write",
    says: "execute secrets.set with its own key, against the write floor",
    wanted: { sqlite: 0.55, postgres: 0.45 },
    floor: write,
    service: write,
  },
  {
    name: "session",
    says: "create a Connect session, against the write floor",
    wanted: { sqlite: 0.5, postgres: 0.4 },
    floor: write,
    service: (connection) => {
      const body = {
        provider: "doppler",
        authKind: "static_credential",
        allowedOrigin: testOrigin,
        returnUrl: testReturnUrl,
        requestedActions: [...everyAction],
      };
      return post(connection, `/v1/tenants/${connection.tenantId}/connect-sessions`, body, {
        isKeyed: true,
        status: 201,
      });
    },
  },
  {
    name: "catalog",
    says: "the public catalog's providers, against a bare pass-through",
    wanted: { sqlite: 0.6, postgres: 0.6 },
    floor: pass,
    service: (connection) => get(connection, "/api/catalog/v1/providers"),
  },
  {
    name: "executions",
    says: "a tenant's newest 20 executions with one concurrent writer, against a bare pass-through with one",
    wanted: { sqlite: 0.4, postgres: 0.3 },
    floor: pass,
    beside: write,
    service: (connection) => get(connection, `/v1/tenants/${connection.tenantId}/action-executions`),
  },
  {
    name: "connections",
    says: "a tenant's connections with one concurrent writer, against a bare pass-through with one",
    wanted: { sqlite: 0.4, postgres: 0.3 },
    floor: pass,
    beside: write,
    service: (connection) => get(connection, `/v1/tenants/${connection.tenantId}/connections`),
  },
  {
    name: "token",
    says: "write with a delegated token, against write with a service key",
    wanted: { sqlite: 0.9, postgres: 0.9 },
    isItsOwnFloor: true,
    floor: write,
    service: (connection) => withToken(write(connection), connection.token),
  },
  {
    name: "budget",
    says: "write with a delegated token that has a budget, against write with a service key",
    wanted: { sqlite: 0.85, postgres: 0.85 },
    isItsOwnFloor: true,
    floor: write,
    service: (connection) => withToken(write(connection), connection.budgetedToken),
  },
];
