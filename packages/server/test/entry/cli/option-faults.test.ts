/** Faults of a service client's options: each line names the option and its value, and shows a valid one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOperatorActions } from "../../../src/entry/cli/actions.ts";
import type { OperatorEnvironment } from "../../../src/entry/cli/environment.ts";
import { OperatorFailure } from "../../../src/entry/cli/io.ts";
import { createOperatorProgram } from "../../../src/entry/cli/program.ts";

/** Runs a command that must fail before it uses the store. Returns the lines of its message. */
async function faultsOf(...args: string[]): Promise<string[]> {
  const environment = {
    remote: null,
    open: () =>
      Promise.resolve({
        vault: {},
        operators: {},
        platform: { monotonicMs: () => 0 },
        close: () => Promise.resolve(),
      }),
    namesDatabase: () => true,
    providers: [],
  } as unknown as OperatorEnvironment;
  const io = { out: () => undefined, err: () => undefined };
  const program = createOperatorProgram(
    io,
    createOperatorActions(io, environment, () => Promise.resolve()),
  );
  let lines: string[] = [];
  await assert.rejects(program.parseAsync(["service-clients", ...args], { from: "user" }), (error) => {
    assert.ok(error instanceof OperatorFailure, String(error));
    lines = error.message.split("\n");
    return true;
  });
  return lines;
}

const originExamples = "--allowed-origin https://app.example.com or --allowed-origin http://localhost:3000";
const returnExamples = "--return-url https://app.example.com/connected or --return-url http://localhost:3000/connected";

for (const command of [
  ["create", "--name", "backend"],
  ["update", "backend"],
]) {
  test(`names the option, its value and an example: ${command[0]}`, async () => {
    const origins = ["--allowed-origin", "https://app.example.com", "--allowed-origin", "localhost:3000"];
    const others = ["--return-url", "/connected", "--allow-action", "doppler", "--agent-sign-in-url", "agents"];
    assert.deepEqual(await faultsOf(...command, ...origins, ...others), [
      '--agent-sign-in-url "agents": This is not an absolute http or https URL. ' +
        "For example: --agent-sign-in-url https://app.example.com/agents",
      `--allowed-origin "localhost:3000": This is not an absolute http or https URL. For example: ${originExamples}`,
      `--return-url "/connected": This is not an absolute http or https URL. For example: ${returnExamples}`,
      '--allow-action "doppler": An action pattern is */*, provider/*, provider/prefix.* or provider/action.id. ' +
        "For example: --allow-action 'doppler/*' or --allow-action doppler/secrets.get",
    ]);
  });
}

test("names the option of a name, of a key's name and of a logo", async () => {
  const [name] = await faultsOf("create", "--name", " backend");
  assert.match(name ?? "", /^--name " backend": A name is 1–100 printable characters.* For example: --name backend$/);
  const [keyName] = await faultsOf("create", "--name", "backend", "--key-name", "");
  assert.match(keyName ?? "", /^--key-name "": A name is .* For example: --key-name ci$/);
  assert.match(
    (await faultsOf("add-key", "backend", "--key-name", "scl_1"))[0] ?? "",
    /^--key-name "scl_1": A name must/,
  );
  assert.match((await faultsOf("update", "backend", "--name", "scl_1"))[0] ?? "", /^--name "scl_1": A name must/);
});

test("shows no password of a URL, and nothing that steers a terminal", async () => {
  const [password] = await faultsOf("update", "backend", "--return-url", "https://ada:canary@app.example.com/");
  assert.match(password ?? "", /^--return-url "https:\/\/…@app\.example\.com\/": The URL must not have a user name/);
  const [steering] = await faultsOf("update", "backend", "--allowed-origin", "https://a\u001b[2J\u202eb.example");
  assert.match(steering ?? "", /^--allowed-origin "https:.+b\.example": A URL must be visible ASCII/);
  assert.ok(!/\p{Cc}|\u202e/u.test(steering ?? ""), JSON.stringify(steering));
});
