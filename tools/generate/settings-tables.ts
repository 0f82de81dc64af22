/** The tables of settings in docs/self-hosting.md. */
import type { IntegerSetting, Setting } from "../../packages/server/src/app/settings/kinds.ts";
import { settingSections } from "../../packages/server/src/app/settings/table.ts";

const page = "docs/self-hosting.md";

type Row = readonly (readonly [name: string, setting: Setting])[];

/** Returns the page with the current tables. @throws Error if a section has no place in it, or a place no section. */
export function withSettingsTables(text: string): string {
  const places = [...text.matchAll(/<!-- settings (\w+): npm run generate -->/g)].map(([, section]) => section);
  const sections = Object.keys(settingSections);
  if (places.join() !== sections.join()) {
    throw new Error(`${page} has places for the settings ${places.join(", ")}, and needs ${sections.join(", ")}.`);
  }
  return Object.entries(settingSections).reduce((whole, [section, settings]) => {
    const begin = `<!-- settings ${section}: npm run generate -->`;
    const from = whole.indexOf(begin);
    const to = whole.indexOf("<!-- /settings -->", from);
    if (to === -1) throw new Error(`${page} needs <!-- /settings --> after ${begin}.`);
    return `${whole.slice(0, from)}${begin}\n\n${tableOf(rowsOf(Object.entries(settings)))}\n\n${whole.slice(to)}`;
  }, text);
}

/** A setting without a text of its own is in the row of the one before it. */
function rowsOf(settings: Row): Row[] {
  const rows: [string, Setting][][] = [];
  for (const [name, setting] of settings) {
    if (setting.does === null) rows.at(-1)?.push([name, setting]);
    else rows.push([[name, setting]]);
  }
  return rows;
}

function tableOf(rows: readonly Row[]): string {
  const heads = ["Variable", "Meaning", "Value", "Default"];
  const cells = rows.map((row) => [
    row.map(([name], place) => `\`${place === 0 ? name : shortened(name)}\``).join(", "),
    row[0]?.[1].does ?? "",
    [...new Set(row.map(([, setting]) => valueText(setting)))].join(", "),
    row.flatMap(([, setting]) => defaultText(setting) ?? []).join(", "),
  ]);
  return [heads, heads.map(() => "---"), ...cells].map((each) => `| ${each.join(" | ")} |`).join("\n");
}

/** Without what the names of a provider's settings begin with. */
function shortened(name: string): string {
  return name.replace(/^.*<PROVIDER>/, "…");
}

function valueText(setting: Setting): string {
  switch (setting.type) {
    case "integer":
      return rangeText(setting);
    case "switch":
      return setting.words.map((word) => `\`${word}\``).join(" or ");
    case "choice":
      return setting.choices.map((word) => `\`${word}\``).join(", ");
    case "address":
      return "`host:port`";
    case "url":
      return "http(s) URL";
    case "secret":
      return "secret";
    case "text":
      return setting.lengthMax === undefined ? setting.form : `${setting.form}, up to ${setting.lengthMax} characters`;
  }
}

function rangeText({ min, max, unit }: IntegerSetting): string {
  return `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}`;
}

/** Null if there is nothing to say. */
function defaultText(setting: Setting): string | null {
  if (setting.unset !== undefined) return setting.unset;
  if (setting.type === "switch") return `\`${setting.words[setting.default ? 0 : 1]}\``;
  return setting.default === null ? null : `\`${setting.default}\``;
}
