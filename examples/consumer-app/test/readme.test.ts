/** The README matches the code. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { useOf } from "../src/providers.ts";
import { webhookTypes } from "../src/webhooks.ts";

const folder = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(folder, file), "utf8");
const readme = read("README.md");
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test("names every variable that main.ts reads", () => {
  const names = matches(read("main.ts"), /(?:env\[|required\()"([A-Z_]+)"/g);
  assert.deepEqual(matches(readme, /^ *\| `([A-Z_]+)` /gm).sort(), [...new Set(names)].sort());
});

test("lists the webhooks and the actions that the code needs", () => {
  assert.deepEqual(matches(readme, /--event-type (\S+)/g), [...webhookTypes]);
  const actions = ["doppler", "github"].flatMap((provider) => useOf(provider)?.actions ?? []);
  assert.deepEqual(matches(readme, /--allow-action (\S+)/g), actions);
});

test("lists files that exist", () => {
  const files = matches(readme, /`((?:src\/)?[\w-]+\.ts)`/g);
  assert.ok(files.length > 15);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(folder, file)) && !existsSync(join(folder, "src", file))),
    [],
  );
});
