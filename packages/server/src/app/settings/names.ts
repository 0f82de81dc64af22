/** The names of settings, of which some have a provider in them. */
import { settingList } from "./table.ts";

const placeholder = "<PROVIDER>";

/** @param setting a name from the table. @returns what its variables' names match. */
function patternOf(setting: string): RegExp {
  return new RegExp(`^${setting.replace(placeholder, "([A-Z][A-Z0-9_]*)")}$`);
}

const patterns = settingList.map(([name]) => patternOf(name));

/** Whether the server reads a variable of this name. */
export function isSetting(variable: string): boolean {
  return patterns.some((pattern) => pattern.test(variable));
}

/**
 * The providers in the names of variables.
 * @param setting a name from the table, with `<PROVIDER>`.
 * @returns each part of a name once, such as `GIT_HUB`.
 */
export function providersIn(variables: readonly string[], setting: string): string[] {
  const pattern = patternOf(setting);
  return [...new Set(variables.flatMap((variable) => pattern.exec(variable)?.[1] ?? []))];
}

/** The variable of a provider: `GIT_HUB` for `git-hub`. @param setting a name from the table, with `<PROVIDER>`. */
export function nameFor(setting: string, provider: string): string {
  return setting.replace(placeholder, provider);
}

/** The names that variables can have. Those of a provider's settings have each provider that these variables name. */
export function namesWith(variables: readonly string[]): string[] {
  const names = settingList.map(([name]) => name);
  const providers = new Set(
    names.filter((name) => name.includes(placeholder)).flatMap((name) => providersIn(variables, name)),
  );
  return names.flatMap((name) =>
    name.includes(placeholder) ? [...providers].map((each) => nameFor(name, each)) : name,
  );
}

/** The slug of a provider in a variable's name. */
export function slugOf(provider: string): string {
  return provider.toLowerCase().replaceAll("_", "-");
}
