/**
 * The points of a keyed write at which a server is killed or stopped: before or after its n-th SQL statement, or the
 * n-th piece of bytes between it and the provider. The gates (`provider-gate.ts`, `postgres-gate.ts`, `sqlite-gate.ts`)
 * report these events; a trigger counts them and acts on one.
 */
import type { Engine } from "../../conformance/harness/index.ts";

/** The kind of event counted. */
export type PointKind = "statement" | "byte";
/** The side of the event. */
export type Side = "before" | "after";

/** One point of a write. */
export interface Point {
  readonly kind: PointKind;
  /** From 1. */
  readonly n: number;
  readonly side: Side;
  /** Counts only events whose label contains this text. */
  readonly label?: string;
}

/** How the statements begin that commit, for a point's label. */
export const commits: Readonly<Record<Engine, string>> = { sqlite: "COMMIT", postgres: "commit" };

/** Describes a point. */
export function pointName({ kind, n, side }: Point): string {
  return `${side} ${kind} ${n}`;
}

/** A gate's reaction to the event: let it pass, or hold it until the promise resolves (never, for a dead server). */
export type Meeting = Promise<void> | null;

/** Counts events and acts at the point it is armed for. */
export class Trigger {
  /** Events so far that match its point's kind and label. */
  #count = 0;
  #armed: { readonly point: Point; readonly act: () => Meeting } | null = null;
  #isCounting = false;
  #fired: string | null = null;
  /** Labels of the events since the trigger was set, in order. */
  readonly labels: Record<PointKind, string[]> = { statement: [], byte: [] };

  /** Restarts the count, and acts at the point, if one is given. */
  set(point: Point | null, act: () => Meeting = () => null): void {
    this.#count = 0;
    this.labels.statement.length = 0;
    this.labels.byte.length = 0;
    this.#fired = null;
    this.#isCounting = true;
    this.#armed = point === null ? null : { point, act };
  }

  /** Stops counting and acting. */
  rest(): void {
    this.#isCounting = false;
    this.#armed = null;
  }

  /** The event at which it acted, or null. */
  get fired(): string | null {
    return this.#fired;
  }

  /** Called before an event. @returns its number, for {@link Trigger.after}, and what to do. */
  before(kind: PointKind, label: string): { readonly n: number; readonly meeting: Meeting } {
    if (!this.#isCounting) return { n: 0, meeting: null };
    this.labels[kind].push(label);
    const point = this.#armed?.point;
    if (point?.kind !== kind || !label.includes(point.label ?? "")) return { n: 0, meeting: null };
    this.#count += 1;
    return { n: this.#count, meeting: this.#meet(this.#count, "before", label) };
  }

  /** Called after the event with this number. */
  after(kind: PointKind, n: number, label: string): Meeting {
    return n === 0 || this.#armed?.point.kind !== kind ? null : this.#meet(n, "after", label);
  }

  #meet(n: number, side: Side, label: string): Meeting {
    if (this.#armed === null || this.#armed.point.n !== n || this.#armed.point.side !== side) return null;
    const { act, point } = this.#armed;
    this.#armed = null;
    this.#fired = `${pointName(point)} (${label})`;
    return act();
  }
}
