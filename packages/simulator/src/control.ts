/** The control routes under `/__simulator/`: how another process reads the ledger and sets the stage. */
import { SimControlError } from "./api.ts";
import type { SimAnswer, SimCommand, SimRequest } from "./api.ts";
import { parseFaultPlan } from "./faults.ts";
import type { FaultPlan } from "./faults.ts";
import type { Ledger } from "./ledger.ts";

/** Where the control routes live. No simulated API has paths there. */
export const controlPrefix = "/__simulator/";

/** What the control routes work on: a running simulator. */
export interface ControlTarget {
  readonly ledger: Ledger;
  readonly faults: FaultPlan;
  readonly held: number;
  release(): void;
}

/**
 * Answers one control request:
 * - `GET ledger` gives `{requests, effects}`; bodies are left out unless `?include=body`;
 * - `POST faults` takes an array of rules and replaces the plan by it;
 * - `POST release` lets the requests go on that the fault `hold` keeps, and gives `{released}`;
 * - `POST reset` empties ledger and plan, and runs the API's own `reset`;
 * - `POST <command>` runs a command of the API.
 * `commands` are the API's own, one per `POST /__simulator/<name>`.
 * A page in a browser cannot send the header it needs, so a simulator on a developer's machine is not steered from one.
 */
export function answerControl(
  request: SimRequest,
  target: ControlTarget,
  commands: Readonly<Record<string, SimCommand>>,
): SimAnswer {
  if (request.headers["x-simulator-control"] !== "1")
    return failure(403, "the header x-simulator-control: 1 is needed");
  const name = request.path.slice(controlPrefix.length);
  try {
    if (request.method === "GET" && name === "ledger") return ledgerAnswer(target.ledger, request.query);
    if (request.method !== "POST") return failure(404, "no such control route");
    if (name === "faults") {
      const rules = parseFaultPlan(request.json);
      target.faults.clear();
      target.faults.add(...rules);
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

function ledgerAnswer(ledger: Ledger, query: URLSearchParams): SimAnswer {
  const whole = query.get("include") === "body";
  const requests = ledger.requests.map(({ bodyText, ...request }) => (whole ? { ...request, bodyText } : request));
  return { status: 200, json: { requests, effects: ledger.effects } };
}

function failure(status: number, error: string): SimAnswer {
  return { status, json: { error } };
}
