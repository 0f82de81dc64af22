/** Compares recorded exchanges with a description: what our actions send, and what our simulators answer. */
import { coversScopes, oauthAuthOf, type Provider } from "@svc/provider-kit";
import type { Description, Match, Schema } from "./description.ts";
import { placeOf, type Recorded, type RecordedExchange, type RecordedRun } from "./record.ts";
import type { Schemas } from "./schemas.ts";

/** A difference between us and the vendor. */
export type Finding = { readonly action: string; readonly where: string; readonly what: string };

/** A recorded exchange with its operation. */
export type Matched = { readonly run: RecordedRun; readonly exchange: RecordedExchange; readonly match: Match };

/**
 * Pairs the exchanges of all runs with their operations.
 * @returns also a finding for each that the vendor doesn't have.
 */
export function matchAll({ runs }: Recorded, description: Description): { matched: Matched[]; findings: Finding[] } {
  const matched: Matched[] = [];
  const findings: Finding[] = [];
  for (const run of runs) {
    for (const exchange of run.exchanges) {
      const { request } = exchange.wire;
      const match = description.find(request);
      if (match !== null) matched.push({ run, exchange, match });
      else
        findings.push({ action: run.action.id, where: `${request.method} ${request.path}`, what: "isn't described" });
    }
  }
  return { matched, findings };
}

/** Checks one request. */
export function requestFindings({ run, match }: Matched, schemas: Schemas): Finding[] {
  const { operation, parameters, unknownParameters, body, faults = [] } = match;
  const found = [...faults, ...unknownParameters.map((name) => `query ${name}: the operation has no such parameter`)];
  for (const { parameter, value } of parameters) {
    const at = `${parameter.in} ${parameter.name}`;
    if (value === undefined) {
      if (parameter.isRequired) found.push(`${at}: is required`);
      continue;
    }
    const typed = schemas.typed(parameter.schema, value);
    found.push(...schemas.faults(parameter.schema, typed).map((fault) => `${at}: ${fault}`));
  }
  if (operation.isDeprecated) found.push("the operation is deprecated");
  if (body !== undefined && operation.body === null) found.push("body: the operation has none");
  else if (body !== undefined && operation.body !== null) found.push(...bodyFaults(operation.body, body, schemas));
  return found.map((what) => ({ action: run.action.id, where: operation.name, what: `request ${what}` }));
}

/** Checks a simulator's response. */
export function responseFindings({ run, exchange, match }: Matched, schemas: Schemas): Finding[] {
  const { operation } = match;
  const { status, body } = exchange.wire.response;
  const where = operation.name;
  const action = run.action.id;
  const schema = operation.responses.get(status);
  if (schema === undefined) {
    return status < 300 ? [{ action, where, what: `response ${String(status)}: isn't a documented status` }] : [];
  }
  const value = parsed(body);
  if (schema === null || value === undefined) return [];
  // A simulator needn't send all that the vendor sends; what an action reads has to be what the vendor sends.
  const found = bodyFaults(schema, value, schemas).filter((fault) => exchange.read.has(placeIn(fault)));
  return found.map((what) => ({ action, where, what: `response ${String(status)} ${what}` }));
}

/** The place that a fault names: `#/issues/0/title type: …`, or `issues[].title: …`. */
function placeIn(fault: string): string {
  const [, at = ""] = /^body ([^ :]*)/.exec(fault) ?? [];
  if (!at.startsWith("#")) return at;
  const [, missing] = / required: .*"(.+)"/.exec(fault) ?? [];
  const names = [...at.split("/").slice(1), ...(missing === undefined ? [] : [missing])];
  return names.reduce((place, name) => placeOf(place, /^\d+$/.test(name) ? null : decodeURIComponent(name)), "");
}

/** Faults of a body, and its members that the vendor doesn't have. */
function bodyFaults(schema: Schema, value: unknown, schemas: Schemas): string[] {
  const typed = schemas.typed(schema, value);
  const faults = schemas.faults(schema, typed).map((fault) => `body ${fault}`);
  const matches = faults.length === 0;
  for (const { place, views, value: member } of schemas.walk(schema, typed)) {
    if (views.length === 0) faults.push(`body ${place}: the vendor has no such member`);
    // A value may match as a part of what it claims to be; this looks at each member by itself.
    const own = views.map(kindOf).filter((view) => Object.keys(view).length > 0);
    if (matches && own.length > 0 && !own.some((view) => schemas.isValid(view, member))) {
      faults.push(`body ${place}: ${JSON.stringify(member)} isn't what the vendor has`);
    }
  }
  return [...new Set(faults)];
}

/**
 * Checks that a session which requests an action, and what its preview or its evidence needs, gets a scope for this
 * request.
 */
export function scopeFindings({ run, match }: Matched, provider: Provider): Finding[] {
  const { action, kind } = run;
  const { name, scopes } = match.operation;
  const auth = oauthAuthOf(provider);
  if (auth === null || scopes === null) return [];
  const others = kind === "look" ? action.evidence?.needs : kind === "preview" ? action.preview?.needs : [];
  const requested = [action, ...provider.actions.filter(({ id }) => others?.includes(id) === true)];
  const granted = requested.flatMap(({ requiredScopes }) => requiredScopes);
  if (scopes.some((some) => coversScopes(auth, granted, some))) return [];
  const wanted = scopes.map((some) => some.join(" and ")).join(", or ");
  return [{ action: action.id, where: name, what: `its ${kind} needs the scope ${wanted}` }];
}

/** What a schema says about a value without its members. */
function kindOf(view: Schema): Schema {
  return Object.fromEntries(Object.entries(view).filter(([name]) => ["type", "enum", "const"].includes(name)));
}

/** The parsed body; `undefined` if it is empty or isn't JSON. */
export function parsed(body: string): unknown {
  try {
    return body === "" ? undefined : (JSON.parse(body) as unknown);
  } catch {
    return undefined;
  }
}
