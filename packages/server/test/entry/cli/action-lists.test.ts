/** The lists of every built-in provider's actions, as the command line prints them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listColumns, listIn } from "@svc/contract/terminal";
import { registeredProviders } from "../../../src/app/providers.ts";

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
};

/** A value of a schema, with every field. */
function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf.find(({ type }) => type !== "null") ?? {});
  if (schema.type === "array") return [sampleOf(schema.items ?? {})];
  if (schema.type === "object") {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]));
  }
  return { integer: 7, number: 7, boolean: true }[schema.type ?? ""] ?? "text";
}

/** The headings of each list, by its action; none for a list of texts, which are printed one on each line. */
function headings(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { provider } of registeredProviders) {
    for (const { id, output } of provider.actions) {
      const list = listIn(sampleOf(JSON.parse(JSON.stringify(output)) as Schema) as object);
      if (list === null) continue;
      const columns = typeof list.items[0] === "object" ? listColumns(list.items as object[]) : [];
      found.set(
        `${provider.slug}/${id}`,
        columns.map(({ heading }) => heading),
      );
    }
  }
  return found;
}

test("every listing action's output is a table that begins with what names an item", () => {
  const found = headings();
  const names = /^(?:IDENTIFIER|KEY|NUMBER|SLUG|ID|TS|ACCOUNT ID|NAME|RANGE|TITLE)$/;
  for (const { provider } of registeredProviders) {
    for (const { id } of provider.actions) {
      if (!/\.(?:list|search)$/.test(id)) continue;
      const columns = found.get(`${provider.slug}/${id}`);
      assert.ok(columns !== undefined, `${provider.slug}/${id} is no list`);
      assert.match(columns[0] ?? "NAME", names, `${provider.slug}/${id}: ${columns.join(", ")}`);
      assert.ok(columns.length <= 7, `${provider.slug}/${id} is too wide`);
    }
  }
  assert.ok(found.size >= 50, `only ${found.size} lists`);
});

test("shows the columns that matter", () => {
  const found = headings();
  for (const [action, columns] of [
    ["github/issues.list", ["NUMBER", "TITLE", "STATE", "USER", "UPDATED", "URL"]],
    ["github/repositories.list", ["ID", "FULL NAME", "VISIBILITY", "OWNER", "UPDATED", "URL"]],
    ["doppler/configs.list", ["NAME", "ENVIRONMENT", "PROJECT", "CREATED"]],
    ["jira/issues.search", ["KEY", "SUMMARY", "STATUS", "ASSIGNEE", "DUE DATE"]],
    ["linear/issues.list", ["IDENTIFIER", "TITLE", "STATE", "ASSIGNEE", "DUE DATE", "URL"]],
    ["slack/channels.list", ["ID", "NAME", "IS PRIVATE", "IS ARCHIVED"]],
    ["stripe/paymentIntents.list", ["ID", "STATUS", "CUSTOMER", "AMOUNT", "CURRENCY", "CREATED"]],
    ["google-drive/files.list", ["ID", "NAME", "MIME TYPE", "MODIFIED", "WEB VIEW LINK"]],
    ["notion/pages.search", ["ID", "TITLE", "UPDATED", "URL"]],
  ] as const) {
    assert.deepEqual(found.get(action), columns, action);
  }
});

test("takes for a list only an output that is one", () => {
  const found = headings();
  for (const action of [
    "github/issues.create",
    "hubspot/companies.get",
    "notion/databases.get",
    "stripe/balance.get",
  ]) {
    assert.equal(found.has(action), false, action);
  }
});
