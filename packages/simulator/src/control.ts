/** The control routes under `/__simulator/`, through which another process reads the ledger and sets up scenarios. */
import { SimControlError } from "./api.ts";
import type { SimResponse, SimCommand, SimRequest } from "./api.ts";
import { parseFaultPlan } from "./faults.ts";
import type { FaultPlan } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import { rehearsalRule } from "./rehearsal.ts";

/** Path prefix of the control routes. No simulated API has paths there. */
export const controlPrefix = "/__simulator/";

/** The parts of a running simulator that the control routes use. */
export interface ControlTarget {
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  readonly held: number;
  release(): void;
}

/**
 * Answers one control request:
 * - `GET ledger` returns `{requests, effects}`, without bodies unless `?include=body`;
 * - `POST faults` accepts an array of rules and replaces the plan;
 * - `POST rehearse` accepts `{fault, on}` and adds one rehearsed failure to the plan;
 * - `POST release` continues the requests that the `hold` fault is holding, and returns `{released}`;
 * - `POST reset` empties the ledger and the plan, and runs the API's own `reset`;
 * - `POST <command>` runs a command of the API.
 * `commands` are the API's own, one per `POST /__simulator/<name>`.
 * A control request needs a header that a web page can't send, so no page can control a developer's simulator.
 */
export function answerControl(
  request: SimRequest,
  target: ControlTarget,
  commands: Readonly<Record<string, SimCommand>>,
): SimResponse {
  if (request.headers["x-simulator-control"] !== "1")
    return failure(403, "the x-simulator-control: 1 header is required");
  const name = request.path.slice(controlPrefix.length);
  try {
    if (request.method === "GET" && name === "ledger") return ledgerResponse(target.ledger, request.query);
    if (request.method !== "POST") return failure(404, "no such control route");
    if (name === "faults") {
      const rules = parseFaultPlan(request.json);
      target.faults.clear();
      target.faults.add(...rules);
      return { status: 200, json: { pending: target.faults.pending } };
    }
    if (name === "rehearse") {
      target.faults.add(rehearsalRule(request.json));
      return { status: 200, json: { pending: target.faults.pending } };
    }
    if (name === "release") {
      const released = target.held;
      target.release();
      return { status: 200, json: { released } };
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (name === "reset") {
      target.ledger.clear();
      target.faults.clear();
    } else if (command === undefined) return failure(404, "no such control route");
    return { status: 200, json: command?.(request.json) ?? {} };
  } catch (error) {
    if (error instanceof SimControlError) return failure(400, error.message);
    throw error;
  }
}

function ledgerResponse(ledger: Ledger, query: URLSearchParams): SimResponse {
  const includeBodies = query.get("include") === "body";
  const requests = ledger.requests.map(({ bodyText, ...request }) =>
    includeBodies ? { ...request, bodyText } : request,
  );
  return { status: 200, json: { requests, effects: ledger.effects } };
}

function failure(status: number, error: string): SimResponse {
  return { status, json: { error } };
}
