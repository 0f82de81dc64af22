/** The fault plan: which requests fail, how, and whether their effect takes place first. */
import { SimControlError } from "./api.ts";
import type { SimRequest } from "./api.ts";

/** Ways to fail that need no further say. Of these, the ones named `…_before_effect` leave the world untouched. */
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

/** A fault with nothing to set. All but `reset_before_effect` and `hang_before_effect` let the effect take place. */
export type PlainFault = {
  [Kind in (typeof plainKinds)[number]]: { readonly kind: Kind };
}[(typeof plainKinds)[number]];

/** On which side of the effect a wait lies. */
export type WaitSide = "before_effect" | "after_effect";

/** Answers after `ms` milliseconds. */
export type DelayFault = {
  readonly kind: "delay";
  readonly ms: number;
  readonly when: WaitSide;
};

/** Answers once `Simulator.release` is called. */
export type HoldFault = {
  readonly kind: "hold";
  readonly when: WaitSide;
};

/**
 * Answers with a status of its own. `effect` says whether the API's effect takes place (its answer is thrown away).
 * A status below 200 is sent ahead: with `effect` the real answer follows it, without it the connection is closed.
 */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly json?: unknown;
  readonly effect: boolean;
};

/** All that a plan can do to a request. `effect` (default false) says whether the effect takes place first. */
export type Fault =
  | PlainFault
  | DelayFault
  | HoldFault
  | StatusFault
  | { readonly kind: "html_502"; readonly effect?: boolean }
  | { readonly kind: "close_before_answer"; readonly effect?: boolean }
  | { readonly kind: "redirect"; readonly status: number; readonly location: string; readonly effect?: boolean }
  /** The effect takes place; the answer unpacks to `bytes` (default 64 MiB). */
  | { readonly kind: "gzip_bomb"; readonly bytes?: number }
  /** The effect takes place; the body comes at `bytesPerMs` (0.01 is one byte every 100 ms). */
  | { readonly kind: "slow_drip"; readonly bytesPerMs: number };

/** The faults that let the effect take place and spoil the API's own answer on its way. */
export type SpoilingFault = Extract<
  Fault,
  { readonly kind: "truncate" | "truncate_chunked" | "malformed_json" | "nul_body" | "gzip_bomb" | "slow_drip" }
>;

/** Which requests a rule is about. An absent field matches all. */
export interface FaultMatch {
  readonly method?: string;
  /** The exact path, or a prefix when it ends in `*`. */
  readonly path?: string;
  /** The rule starts at the nth (from 1) request that fits method and path, counted from when the rule was added. */
  readonly nth?: number;
}

/** One rule of the plan. `times` is how often it is played (default 1); `probability` (default 1) draws from the seed. */
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

/** The live plan of one simulator. Rules are tried in the order in which they were added; the first that fits plays. */
export class FaultPlan {
  readonly #random: () => number;
  #rules: LiveRule[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Rules that have something left to play. */
  get pending(): readonly FaultRule[] {
    return this.#rules.filter((live) => live.timesLeft > 0).map((live) => live.rule);
  }

  /** Adds rules behind those already there. Throws `SimControlError` when one is malformed. */
  add(...rules: readonly FaultRule[]): void {
    for (const rule of parseFaultPlan(rules)) {
      this.#rules.push({ rule, seen: 0, timesLeft: rule.times === "always" ? Infinity : (rule.times ?? 1) });
    }
  }

  /** Drops every rule. */
  clear(): void {
    this.#rules = [];
  }

  /** Takes the fault to play on this request, or undefined. Every rule that fits counts the request, played or not. */
  take(request: Pick<SimRequest, "method" | "path">): Fault | undefined {
    let taken: Fault | undefined;
    for (const live of this.#rules) {
      if (!fits(live.rule.match ?? {}, request)) continue;
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

function fits(match: FaultMatch, request: Pick<SimRequest, "method" | "path">): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
  if (match.path === undefined) return true;
  return match.path.endsWith("*") ? request.path.startsWith(match.path.slice(0, -1)) : request.path === match.path;
}

/** Reads a plan that came over the control route or from a test. Throws `SimControlError` that names the bad rule. */
export function parseFaultPlan(plan: unknown): readonly FaultRule[] {
  if (!Array.isArray(plan)) throw new SimControlError("a fault plan is an array of rules");
  return plan.map((rule: unknown, index) => parseRule(rule, `rule ${index}`));
}

function parseRule(rule: unknown, where: string): FaultRule {
  const fields = fieldsOf(rule, where);
  const { match, times, probability } = fields;
  refuse(!onlyKeys(fields, ["match", "times", "probability", "fault"]), `${where} has an unknown field`);
  refuse(times !== undefined && times !== "always" && !isCount(times), `${where}.times is a count or "always"`);
  refuse(
    probability !== undefined && !(typeof probability === "number" && probability >= 0 && probability <= 1),
    `${where}.probability lies between 0 and 1`,
  );
  if (match !== undefined) {
    const matchFields = fieldsOf(match, `${where}.match`);
    const { method, path, nth } = matchFields;
    const known = onlyKeys(matchFields, ["method", "path", "nth"]);
    const typed = isTextOrAbsent(method) && isTextOrAbsent(path) && (nth === undefined || isCount(nth));
    refuse(!known || !typed, `${where}.match takes method, path and nth (a count from 1)`);
  }
  refuse(!isFault(fieldsOf(fields["fault"], `${where}.fault`)), `${where}.fault is not a fault of this simulator`);
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
    case "close_before_answer":
      return true;
    default:
      return plainKinds.some((plain) => plain === kind);
  }
}

function fieldsOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SimControlError(`${where} is not an object`);
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
