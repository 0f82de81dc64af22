/** The generators of clients in Go: what they write compiles, and a program with it runs the main flow. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { goBinaries, goProgram } from "../../tools/needs/languages.ts";
import { suite } from "../harness/index.ts";
import { assertFlow, flowEnvironment } from "./flow.ts";
import { description, programs, run, temporaryFolder } from "./generate.ts";

const timeout = 600_000;
const folder = temporaryFolder();
const go = (...args: readonly string[]): Promise<string> => run(goProgram(), ["-C", folder, ...args]);

before(() => {
  const pins = join(import.meta.dirname, "../../judges/languages/go");
  for (const file of ["go.mod", "go.sum"]) copyFileSync(join(pins, file), join(folder, file));
  for (const name of ["oapi", "ogen", "flow"]) mkdirSync(join(folder, name));
  copyFileSync(join(programs, "main.go"), join(folder, "flow/main.go"));
});

test("ogen's client compiles, with no operation left out", { timeout }, async () => {
  await run(join(goBinaries, "ogen"), ["--target", join(folder, "ogen"), "--package", "ogen", description]);
  await go("build", "./ogen");
});

suite("oapi-codegen's client", (fixture) => {
  test("compiles, and runs the main flow", { timeout }, async () => {
    const output = join(folder, "oapi/client.go");
    const args = ["-package", "oapi", "-generate", "types,client", "-o", output, description];
    await run(join(goBinaries, "oapi-codegen"), args);
    await go("build", "-o", "flow.bin", "./flow");
    assertFlow(await run(join(folder, "flow.bin"), [], { env: flowEnvironment(fixture()) }), "go");
  });
});
