/** The methods of both SDKs take the same arguments, in the same order, under the same names. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { operationList, sdkCallable, type SdkCallable } from "@svc/contract";
import { pythonFolder } from "./python-client.ts";

const root = join(import.meta.dirname, "../..");
const typescript = join(root, "packages/sdk/src");
const python = join(pythonFolder, "src/svc/_async");

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** What a method takes, by its name: texts in order, and in Python keywords for TypeScript's query, body and options. */
type Signatures = Map<string, { inOrder: string[]; keywords: string[] }>;

function typescriptMethods(file: string): Signatures {
  const text = readFileSync(join(typescript, file), "utf8");
  const found: Signatures = new Map();
  for (const [, name = "", list = ""] of text.matchAll(/^ {4}(\w+): (?:async )?\(([^]*?)\)(?:: | =>)/gm)) {
    const inOrder = [...list.matchAll(/(?:^|,)\s*(\w+): string(?=,|$)/g)].map(([, each = ""]) => snake(each));
    found.set(snake(name), { inOrder, keywords: [] });
  }
  return found;
}

function pythonMethods(file: string): Signatures {
  const text = readFileSync(join(python, file), "utf8");
  const found: Signatures = new Map();
  for (const [, name = "", list = ""] of text.matchAll(/^ {4}(?:async )?def (\w+)\(\s*self,?([^]*?)\) -> /gm)) {
    if (name.startsWith("_")) continue;
    const [before = "", after = ""] = list.split(/(?:^|,)\s*\*,/);
    const names = (part: string): string[] => [...part.matchAll(/(\w+): /g)].map(([, each = ""]) => each);
    found.set(name.replace(/_$/, ""), { inOrder: names(before), keywords: names(after) });
  }
  return found;
}

/** The generated files of both, by their group: `connect_sessions`. */
function groups(): string[] {
  return readdirSync(join(python, "calls"))
    .filter((file) => !file.startsWith("__"))
    .map((file) => file.replace(/\.py$/, ""));
}

test("generated methods have the same arguments in order, in snake case", () => {
  let compared = 0;
  for (const group of groups()) {
    const inPython = pythonMethods(`calls/${group}.py`);
    const inTypescript = typescriptMethods(`generated/${group.replaceAll("_", "-")}.ts`);
    assert.deepEqual([...inPython.keys()].toSorted(), [...inTypescript.keys()].toSorted(), group);
    for (const [name, { inOrder }] of inTypescript) {
      assert.deepEqual(inPython.get(name)?.inOrder, inOrder, `${group}.${name}`);
      compared += 1;
    }
  }
  assert.ok(compared >= 40, `only ${compared} were compared`);
});

test("Python's keywords are the fields of TypeScript's body and query, in snake case", () => {
  const options = ["idempotency_key", "timeout_seconds"];
  const callables = operationList.flatMap((operation): SdkCallable[] => {
    const callable = sdkCallable(operation);
    return callable === null || callable.operation.call.isHandwritten === true ? [] : [callable];
  });
  for (const { resource, name, query, body } of callables) {
    const keywords = pythonMethods(`calls/${snake(resource)}.py`).get(snake(name))?.keywords ?? [];
    const fields = Object.keys({ ...query, ...body }).map(snake);
    assert.deepEqual(
      keywords.filter((each) => !options.includes(each)).toSorted(),
      fields.filter((each) => !options.includes(each)).toSorted(),
      `${resource}.${name}`,
    );
  }
});

test("waiting has one name and the same options in both, for sessions, executions and proposals", () => {
  const shared = ["timeoutMs", "requestTimeoutMs", "onPoll"];
  const poll = readFileSync(join(typescript, "poll.ts"), "utf8");
  for (const option of shared) assert.match(poll, new RegExp(`^ {2}${option}\\?: `, "m"));
  const inPython = shared.map((option) => snake(option).replace(/_ms$/, "_seconds"));
  for (const [group, own] of [
    ["connect_sessions", ["poll_every_seconds", "stop_at_confirmation"]],
    ["executions", []],
    ["proposals", []],
  ] as const) {
    const file = group.replaceAll("_", "-");
    const waits = readFileSync(join(typescript, `${file}.ts`), "utf8");
    const [, argument = ""] = /^ {2}wait: \((\w+): string, options\?: \w+/m.exec(waits) ?? [];
    for (const option of own) assert.match(waits, new RegExp(`\\b${camel(option)}\\?: `));
    assert.deepEqual(
      [...pythonMethods(`${group}.py`).entries()],
      [["wait", { inOrder: [snake(argument)], keywords: [...inPython, ...own] }]],
    );
  }
});

/** `poll_every_seconds` → `pollEveryMs`. */
function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()).replace(/Seconds$/, "Ms");
}
