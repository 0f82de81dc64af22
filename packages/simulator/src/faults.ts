/** The fault plan: which requests fail, how, and whether their effect happens first. */
import { SimControlError } from "./api.ts";
import type { SimRequest } from "./api.ts";

/** Faults without parameters. Those named `…_before_effect` prevent the effect. */
const plainKinds = [
  "reset_before_effect",
  "reset_after_effect",
  "hang_before_effect",
  "hang_after_effect",
  "truncate",
  "truncate_chunked",
  "malformed_json",
  "nul_body",
] as const;

/** A fault without parameters. All but `reset_before_effect` and `hang_before_effect` let the effect happen. */
export type PlainFault = {
  [Kind in (typeof plainKinds)[number]]: { readonly kind: Kind };
}[(typeof plainKinds)[number]];

/** Whether a wait comes before or after the effect. */
export type WaitSide = "before_effect" | "after_effect";

/** Answers after `ms` milliseconds. */
export type DelayFault = {
  readonly kind: "delay";
  readonly ms: number;
  readonly when: WaitSide;
};

/** Holds the request until `Simulator.release` is called. */
export type HoldFault = {
  readonly kind: "hold";
  readonly when: WaitSide;
};

/**
 * Answers with this status. If `effect` is set, the API's effect still happens, and its response is discarded.
 * A status below 200 is sent first: with `effect` the real response follows, without it the connection closes.
 */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly json?: unknown;
  readonly effect: boolean;
};

/** Every fault. `effect` (default false): whether the effect happens first. */
export type Fault =
  | PlainFault
  | DelayFault
  | HoldFault
  | StatusFault
  | { readonly kind: "html_502"; readonly effect?: boolean }
  | { readonly kind: "close_before_response"; readonly effect?: boolean }
  | { readonly kind: "redirect"; readonly status: number; readonly location: string; readonly effect?: boolean }
  /** The effect happens; the response decompresses to `bytes` (default 64 MiB). */
  | { readonly kind: "gzip_bomb"; readonly bytes?: number }
  /** The effect happens; the body is sent at `bytesPerMs` (0.01 is one byte every 100 ms). */
  | { readonly kind: "slow_drip"; readonly bytesPerMs: number };

/** Faults that let the effect happen and corrupt the API's own response. */
export type SpoilingFault = Extract<
  Fault,
  { readonly kind: "truncate" | "truncate_chunked" | "malformed_json" | "nul_body" | "gzip_bomb" | "slow_drip" }
>;

/** Which requests a rule matches. An absent field matches all. */
export interface FaultMatch {
  readonly method?: string;
  /** The exact path, or a prefix when it ends in `*`. */
  readonly path?: string;
  /** True: requests that can change something; false: requests that only read, as the API says or else by method. */
  readonly changing?: boolean;
  /** A text contained in the query or the body. */
  readonly text?: string;
  /** The rule starts at the nth request (from 1) that matches method and path, counted from when the rule was added. */
  readonly nth?: number;
}

/**
 * One rule of the plan. It fires `times` times (default 1), each with `probability` (default 1, drawn from the seed).
 */
export interface FaultRule {
  readonly match?: FaultMatch;
  readonly times?: number | "always";
  readonly probability?: number;
  readonly fault: Fault;
}

interface LiveRule {
  readonly rule: FaultRule;
  seen: number;
  timesLeft: number;
}

/** The active plan of one simulator. Rules are tried in the order in which they were added; the first match fires. */
export class FaultPlan {
  readonly #random: () => number;
  #rules: LiveRule[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Rules that can still fire. */
  get pending(): readonly FaultRule[] {
    return this.#rules.filter((live) => live.timesLeft > 0).map((live) => live.rule);
  }

  /** Appends rules. Throws `SimControlError` if one is malformed. */
  add(...rules: readonly FaultRule[]): void {
    for (const rule of parseFaultPlan(rules)) {
      this.#rules.push({ rule, seen: 0, timesLeft: rule.times === "always" ? Infinity : (rule.times ?? 1) });
    }
  }

  /** Removes every rule. */
  clear(): void {
    this.#rules = [];
  }

  /**
   * Returns the fault for this request, or undefined. Every matching rule counts the request, whether it fires or not.
   */
  take(request: MatchedRequest, isRead = readsByMethod(request)): Fault | undefined {
    let taken: Fault | undefined;
    for (const live of this.#rules) {
      if (!matches(live.rule.match ?? {}, request, isRead)) continue;
      live.seen += 1;
      if (taken !== undefined || live.timesLeft <= 0 || live.seen < (live.rule.match?.nth ?? 1)) continue;
      const { probability } = live.rule;
      if (probability !== undefined && this.#random() >= probability) continue;
      live.timesLeft -= 1;
      taken = live.rule.fault;
    }
    return taken;
  }
}

/** The parts of a request that a rule can match. */
export type MatchedRequest = Pick<SimRequest, "method" | "path" | "query" | "bodyText">;

/** Whether a request matches, apart from `nth`. */
export function matches(match: FaultMatch, request: MatchedRequest, isRead = readsByMethod(request)): boolean {
  const { method, path, query, bodyText } = request;
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.changing !== undefined && match.changing === isRead) return false;
  if (match.text !== undefined && !`${query.toString()}\n${bodyText}`.includes(match.text)) return false;
  if (match.path === undefined) return true;
  return match.path.endsWith("*") ? path.startsWith(match.path.slice(0, -1)) : path === match.path;
}

/** Whether a method only reads (RFC 9110 §9.2.1). */
export function readsByMethod({ method }: Pick<SimRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Parses a plan from the control route or a test. Throws a `SimControlError` that names the invalid rule. */
export function parseFaultPlan(plan: unknown): readonly FaultRule[] {
  if (!Array.isArray(plan)) throw new SimControlError("a fault plan must be an array of rules");
  return plan.map((rule: unknown, index) => parseRule(rule, `rule ${index}`));
}

function parseRule(rule: unknown, where: string): FaultRule {
  const fields = fieldsOf(rule, where);
  const { match, times, probability } = fields;
  refuse(!onlyKeys(fields, ["match", "times", "probability", "fault"]), `${where} has an unknown field`);
  refuse(times !== undefined && times !== "always" && !isCount(times), `${where}.times must be a count or "always"`);
  refuse(
    probability !== undefined && !(typeof probability === "number" && probability >= 0 && probability <= 1),
    `${where}.probability must be between 0 and 1`,
  );
  if (match !== undefined) {
    const matchFields = fieldsOf(match, `${where}.match`);
    const { method, path, changing, text, nth } = matchFields;
    const known = onlyKeys(matchFields, ["method", "path", "changing", "text", "nth"]);
    const typed = [method, path, text].every(isTextOrAbsent) && (nth === undefined || isCount(nth));
    refuse(
      !known || !typed || (changing !== undefined && typeof changing !== "boolean"),
      `${where}.match accepts method, path, changing (a boolean), text and nth (a count from 1)`,
    );
  }
  refuse(!isFault(fieldsOf(fields["fault"], `${where}.fault`)), `${where}.fault is not a known fault`);
  return rule as FaultRule;
}

function isFault(fault: Record<string, unknown>): boolean {
  const { kind, effect, status, bytes } = fault;
  if (effect !== undefined && typeof effect !== "boolean") return false;
  switch (kind) {
    case "delay":
      return isAmount(fault["ms"]) && isWhen(fault["when"]);
    case "hold":
      return isWhen(fault["when"]);
    case "status":
      return isStatus(status, 100) && typeof effect === "boolean" && isTextOrAbsent(fault["text"]);
    case "redirect":
      return isStatus(status, 300) && typeof fault["location"] === "string";
    case "slow_drip":
      return isAmount(fault["bytesPerMs"]) && fault["bytesPerMs"] > 0;
    case "gzip_bomb":
      return bytes === undefined || isCount(bytes);
    case "html_502":
    case "close_before_response":
      return true;
    default:
      return plainKinds.some((plain) => plain === kind);
  }
}

function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SimControlError(`${where} must be an object`);
  }
  return value as Record<string, unknown>;
}

function refuse(condition: boolean, message: string): void {
  if (condition) throw new SimControlError(message);
}

function onlyKeys(fields: Record<string, unknown>, known: readonly string[]): boolean {
  return Object.keys(fields).every((key) => known.includes(key));
}

function isWhen(value: unknown): boolean {
  return value === "before_effect" || value === "after_effect";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function isStatus(value: unknown, lowest: number): boolean {
  return isCount(value) && value >= lowest && value <= 599;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
