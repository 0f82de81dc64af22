/** Switches: behaviors that an API's documentation leaves open, or that a test needs to change. */
import { SimControlError } from "../api.ts";

/** The switches of every store: how far reads lag behind, in milliseconds or changes; 0 is no lag. */
export interface CommonSwitches {
  readLagMs: number;
  readLagChanges: number;
}

/** The defaults of the common switches. */
export const commonSwitches: Readonly<CommonSwitches> = { readLagMs: 0, readLagChanges: 0 };

/** All switches of a store. */
export interface SwitchTable<Switches> {
  readonly defaults: Readonly<Switches>;
  /** The allowed values of a switch. A switch without them accepts any value of its default's type. */
  readonly positions?: { readonly [Name in keyof Switches]?: readonly Switches[Name][] };
}

/** Parses a change of switches. Throws `SimControlError` for an unknown switch or value. */
export function parseSwitches<Switches>(
  { defaults, positions = {} }: SwitchTable<Switches>,
  patch: unknown,
): Partial<Switches> {
  if (typeof patch !== "object" || patch === null) throw new SimControlError("switches must be an object");
  for (const [name, value] of Object.entries(patch)) {
    if (!Object.hasOwn(Object(defaults), name)) throw new SimControlError(`no switch ${name}`);
    const key = name as keyof Switches;
    const known: readonly unknown[] | undefined = positions[key];
    const fits = known?.includes(value) ?? isLike(value, defaults[key]);
    if (!fits) throw new SimControlError(`switch ${name} doesn't have this value`);
  }
  return patch;
}

function isLike(value: unknown, sample: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (typeof sample === "number") return Number.isSafeInteger(value) && Number(value) >= 0;
  return typeof value === typeof sample;
}
