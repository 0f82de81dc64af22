/** The Helm chart's values, said once in its schema: `values.yaml`, and the table in docs/deploying.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";

/** From the project's root. */
export const chartValuesFile = "deploy/helm/svc/values.yaml";
const schemaFile = "deploy/helm/svc/values.schema.json";

/** A value in the schema: a group of values, or one with a default. */
type Value = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Value>>;
  readonly enum?: readonly string[];
  readonly type?: string;
  readonly default?: unknown;
};

const [begin, end] = ["<!-- chart values: npm run generate -->", "<!-- /chart values -->"];

/** The page with its table. @throws Error if the page has no place for it. */
export function withChartValues(page: string): string {
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`The page has no ${begin} … ${end}.`);
  const rows = leaves(schema()).map(({ path, value }) => {
    const words = value.enum === undefined ? value.type : value.enum.map((each) => `\`${each}\``).join(", ");
    return `| \`${path.join(".")}\` | ${value.description} | ${words} | \`${shown(value.default)}\` |`;
  });
  const table = ["| Value | Meaning | Form | Default |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return `${page.slice(0, start)}${begin}\n\n${table}\n\n${page.slice(stop)}`;
}

/** `values.yaml`: every value with its default, below what it means. @throws Error for a value without either. */
export function chartValues(): string {
  const lines = linesOf(schema(), "");
  return `# Generated from values.schema.json by npm run generate.\n${lines.join("\n")}\n`;
}

function linesOf({ properties = {} }: Value, indent: string): string[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    if (value.properties !== undefined) return [`${indent}${name}:`, ...linesOf(value, `${indent}  `)];
    if (value.description === undefined || !("default" in value))
      throw new Error(`The chart's ${name} is undescribed.`);
    const choice = value.enum === undefined ? "" : ` (${value.enum.join(", ")})`;
    const yaml = stringify({ [name]: value.default })
      .trimEnd()
      .split("\n");
    return [`${indent}# ${value.description}${choice}`, ...yaml.map((line) => `${indent}${line}`)];
  });
}

function leaves({ properties = {} }: Value, path: readonly string[] = []): { path: string[]; value: Value }[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    const here = [...path, name];
    return value.properties === undefined ? [{ path: here, value }] : leaves(value, here);
  });
}

function shown(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function schema(): Value {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../..", schemaFile), "utf8")) as Value;
}
