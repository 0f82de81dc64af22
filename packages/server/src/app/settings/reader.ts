/**
 * Reads settings as the table declares them. Each function returns a usable value even if it adds a fault. Secrets come
 * from variables or from files that variables name: many tools show the environment, few show files.
 */
import type { Variables } from "../own-variables.ts";
import { settings } from "./table.ts";
import { readFileSync } from "node:fs";

/** The address of a listener. */
export type Address = { host: string; port: number };

type Settings = typeof settings;

/** The names of the settings of one kind. */
type NameOf<Kind extends { type: string }> = {
  [Name in keyof Settings]: Settings[Name] extends Kind ? Name : never;
}[keyof Settings];

/** Reads the settings of one environment. */
export type SettingReader = {
  /** The variables' names. */
  readonly names: readonly string[];
  /** A variable's trimmed text; null if it's empty or not set. */
  read(name: string): string | null;
  /** A whole number. */
  integer(name: NameOf<{ type: "integer"; default: number }>): number;
  /** A whole number whose default follows from other settings. */
  integerOr<Fallback extends number | null>(
    name: NameOf<{ type: "integer"; default: null }>,
    fallback: Fallback,
  ): number | Fallback;
  isOn(name: NameOf<{ type: "switch" }>): boolean;
  /** One of the setting's words. */
  choice<Name extends NameOf<{ type: "choice" }>>(name: Name): Settings[Name]["default"];
  /** The address of a listener that always runs. */
  address(name: NameOf<{ type: "address"; default: string }>): Address;
  /** The address of an optional listener; null if it isn't set. */
  addressOrNull(name: NameOf<{ type: "address"; default: null }>): Address | null;
  /** A URL without a trailing slash; null if it isn't set. */
  url(name: NameOf<{ type: "url" }>): string | null;
  /** A text, or the setting's default. */
  text(name: NameOf<{ type: "text" }>): string | null;
  /** The secret of a variable or its file; null if neither is set. */
  secret(name: string, file?: string): GivenSecret | null;
  /** Where each secret was configured. */
  readonly secretPlaces: SecretPlaces;
};

/**
 * Creates the reader.
 * @param faults receives a line for each invalid value, which never contains the value.
 */
export function createSettingReader(environment: Variables, faults: string[]): SettingReader {
  const read = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const integerOr = <Fallback>(name: NameOf<{ type: "integer" }>, fallback: Fallback): number | Fallback => {
    const given = read(name);
    if (given === null) return fallback;
    const { min, max } = settings[name];
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return value;
    faults.push(`${name}: must be a whole number from ${min} to ${max}.`);
    return fallback;
  };
  const secretPlaces: SecretPlaces = { files: [], inline: [] };
  return {
    names: Object.keys(environment),
    read,
    integer: (name) => integerOr(name, settings[name].default),
    integerOr,
    isOn: (name) => {
      const { words, default: preset } = settings[name];
      const given = read(name);
      return given === null ? preset : readSwitch(name, given, words, faults);
    },
    choice: (name) => {
      const { choices, default: preset } = settings[name];
      const given = read(name);
      const word = choices.find((known) => known === given);
      if (given !== null && word === undefined) faults.push(`${name}: must be one of ${choices.join(", ")}.`);
      return word ?? preset;
    },
    address: (name) => readAddress(name, read(name) ?? settings[name].default, faults),
    addressOrNull: (name) => {
      const given = read(name);
      return given === null ? null : readAddress(name, given, faults);
    },
    url: (name) => {
      const given = read(name);
      return given === null ? null : readBaseUrl(name, given, faults);
    },
    text: (name) => {
      const { default: preset, lengthMax } = settings[name];
      const given = read(name) ?? preset;
      if (lengthMax !== undefined && (given?.length ?? 0) > lengthMax) {
        faults.push(`${name}: must be at most ${lengthMax} characters.`);
      }
      return given;
    },
    secret: createSecretReader(read, faults, secretPlaces),
    secretPlaces,
  };
}

/** Parses a switch. @param words yes and no. @param faults receives a line for an invalid value. */
export function readSwitch(
  name: string,
  given: string,
  [yes, no]: readonly [string, string],
  faults: string[],
): boolean {
  if (given !== yes && given !== no) faults.push(`${name}: must be ${yes} or ${no}.`);
  return given === yes;
}

function readAddress(name: string, given: string, faults: string[]): Address {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(given);
  const port = Number(match?.[3] ?? Number.NaN);
  const host = match?.[1] ?? match?.[2];
  if (host !== undefined && port <= 65_535) return { host, port };
  faults.push(`${name}: must be host:port, such as 127.0.0.1:7480 or [::1]:7480.`);
  return { host: "127.0.0.1", port: 0 };
}

function readBaseUrl(name: string, given: string, faults: string[]): string | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  const plain = url !== null && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (url !== null && plain && (url.protocol === "https:" || url.protocol === "http:")) {
    return (url.origin + url.pathname).replace(/\/+$/, "");
  }
  faults.push(`${name}: must be an http(s) URL without query, fragment or credentials.`);
  return null;
}

/** A secret and where it came from. */
export type GivenSecret = {
  /** The variable that contains it or names its file, for error messages. */
  from: string;
  /** Null if it couldn't be read, which is already reported. */
  text: string | null;
};

/** Where each secret was found: files, with the variables that name them, and variables that contain one themselves. */
export type SecretPlaces = { files: { variable: string; path: string }[]; inline: string[] };

/** Reads the secret of a variable; null if neither it nor its file is set. @param fileName by default `<name>_FILE`. */
export type SecretReader = (name: string, fileName?: string) => GivenSecret | null;

/**
 * Creates the reader. It trims secrets, because editors end files with a line break.
 * @param read returns a variable's trimmed value, null if it is empty.
 * @param faults receives a line for each invalid secret, without a path or a value.
 * @param places receives where each secret was found.
 */
export function createSecretReader(
  read: (name: string) => string | null,
  faults: string[],
  places: SecretPlaces = { files: [], inline: [] },
): SecretReader {
  return (name, fileName = `${name}_FILE`) => {
    const inline = read(name);
    const path = read(fileName);
    if (inline !== null) places.inline.push(name);
    if (path === null) return inline === null ? null : { from: name, text: inline };
    places.files.push({ variable: fileName, path });
    if (inline !== null) faults.push(`${name} and ${fileName}: set one of them, not both.`);
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)).trim();
      if (text !== "") return { from: fileName, text };
      faults.push(`${fileName}: the file is empty.`);
    } catch {
      faults.push(`${fileName}: the file cannot be read; check that it exists and that this user may read it.`);
    }
    return { from: fileName, text: null };
  };
}
