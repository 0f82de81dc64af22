/** Clients in Java, for both libraries that are common: they compile, and a program with one runs the main flow. */
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { javaLibraries } from "../../tools/needs/languages.ts";
import { suite } from "../harness/index.ts";
import { assertFlow, flowEnvironment } from "./flow.ts";
import { openapiGenerator, programs, run, temporaryFolder } from "./generate.ts";

const timeout = 600_000;
const folder = temporaryFolder();

/** Generates and compiles a client. @returns the folder of its classes. */
async function compiled(library: string): Promise<string> {
  const [source, classes] = [join(folder, library), join(folder, `${library}-classes`)];
  const packages = "invokerPackage=svc,apiPackage=svc.api,modelPackage=svc.model";
  await openapiGenerator("java", source, ["--library", library, `--additional-properties=${packages}`]);
  const files = globSync("src/main/java/**/*.java", { cwd: source }).map((file) => join(source, file));
  await compile(files, classes, [join(javaLibraries, "*")]);
  return classes;
}

async function compile(files: readonly string[], classes: string, path: readonly string[]): Promise<void> {
  mkdirSync(classes, { recursive: true });
  // A command line would be too long.
  const list = `${classes}.files`;
  writeFileSync(list, files.join("\n"));
  await run("javac", ["-nowarn", "-proc:none", "-d", classes, "-cp", path.join(":"), `@${list}`]);
}

test("openapi-generator's client for okhttp and gson compiles", { timeout }, async () => {
  await compiled("okhttp-gson");
});

suite("openapi-generator's client for java.net.http", (fixture) => {
  test("compiles, and runs the main flow", { timeout }, async () => {
    const [classes, program] = [await compiled("native"), join(folder, "program")];
    const path = [classes, join(javaLibraries, "*")];
    await compile([join(programs, "Flow.java")], program, path);
    const args = ["-cp", [program, ...path].join(":"), "Flow"];
    assertFlow(await run("java", args, { env: flowEnvironment(fixture()) }), "java");
  });
});
