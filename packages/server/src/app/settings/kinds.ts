/**
 * The kinds of settings: what a variable can hold, with all that its reader, its warnings and its row in the docs need.
 */

/** What a setting needs. Without it, the setting has no effect. */
export type Need = "postgres" | "console" | "webhooks" | "settling";

/** What every kind has. */
type Facts<Default> = {
  /** What it does, in Markdown; null if the text of the setting before it covers both. */
  readonly does: string | null;
  /** The value if the variable isn't set; null for none, or for one that follows from other settings. */
  readonly default: Default;
  /** How the docs describe the default, where that isn't simply the value. */
  readonly unset?: string;
  readonly needs?: Need;
};

/** What the rows of the table add to the description. */
type More = Pick<Facts<unknown>, "unset" | "needs">;

/** A whole number. */
export type IntegerSetting = Facts<number | null> & {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
  readonly unit?: "ms" | "days" | "per second";
};

/** One of two words; the first means yes. */
export type SwitchSetting = Facts<boolean> & { readonly type: "switch"; readonly words: readonly [string, string] };

/** One of several words. */
export type ChoiceSetting<Word extends string = string> = Facts<Word> & {
  readonly type: "choice";
  readonly choices: readonly Word[];
};

/** `host:port`. */
export type AddressSetting = Facts<string | null> & { readonly type: "address" };

/** An http(s) URL without query, fragment or credentials. */
export type UrlSetting = Facts<null> & { readonly type: "url" };

/** A secret, which a file can contain instead. */
export type SecretSetting = Facts<string | null> & {
  readonly type: "secret";
  /** The variable that names the file. */
  readonly file: string;
};

/** Anything else: a function in `values.ts` parses it. */
export type TextSetting = Facts<string | null> & {
  readonly type: "text";
  /** What the text must be, in Markdown. */
  readonly form: string;
  /** The maximum number of characters, if there is one. */
  readonly lengthMax?: number;
};

/** A variable that the server reads. */
export type Setting =
  IntegerSetting | SwitchSetting | ChoiceSetting | AddressSetting | UrlSetting | SecretSetting | TextSetting;

type Range = Pick<IntegerSetting, "min" | "max" | "unit">;

/** A whole number within a range. */
export function integer<const Default extends number | null>(
  range: Range & More & { readonly default: Default },
  does: string | null,
): IntegerSetting & { readonly default: Default } {
  return { type: "integer", does, ...range };
}

/** A rate that follows from the service client's. */
export function rate(unset: string, does: string) {
  return integer({ min: 0, max: 1_000_000, unit: "per second", default: null, unset }, does);
}

/** `true` or `false`. */
export function flag(does: string, more: More = {}): SwitchSetting {
  return { type: "switch", words: ["true", "false"], default: false, does, ...more };
}

/** `on` or `off`. */
export function onOff(isOn: boolean, does: string, more: More = {}): SwitchSetting {
  return { type: "switch", words: ["on", "off"], default: isOn, does, ...more };
}

/** One of several words. */
export function choice<const Word extends string>(
  choices: readonly Word[],
  preset: NoInfer<Word>,
  does: string,
): ChoiceSetting<Word> {
  return { type: "choice", choices, default: preset, does };
}

/** The address of a listener. */
export function address<const Default extends string | null>(
  preset: Default,
  does: string,
  more: More = {},
): AddressSetting & { readonly default: Default } {
  return { type: "address", default: preset, does, ...more };
}

/** A base URL. */
export function url(does: string, more: More = {}): UrlSetting {
  return { type: "url", default: null, does, ...more };
}

/** A secret. @param file the variable that names a file with it. */
export function secret<const Default extends string | null>(
  file: string,
  preset: Default,
  does: string | null,
  more: More = {},
): SecretSetting & { readonly default: Default } {
  return { type: "secret", file, default: preset, does, ...more };
}

/** A text with a form of its own. */
export function text(
  form: string,
  preset: string | null,
  does: string | null,
  more: More & Pick<TextSetting, "lengthMax"> = {},
): TextSetting {
  return { type: "text", form, default: preset, does, ...more };
}
