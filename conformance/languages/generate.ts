/** Runs a generator or a compiler, and fails with what it printed. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { openapiGeneratorJar } from "../../tools/needs/languages.ts";

/** The description that the generators read. */
export const description: string = join(import.meta.dirname, "../../docs/reference/openapi.json");

/** The programs that use generated clients. */
export const programs: string = join(import.meta.dirname, "flow");

const outputBytesMax = 64 * 2 ** 20;

/** Runs a program to its end. @returns what it printed on stdout. @throws AssertionError unless it exits with 0. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: outputBytesMax, ...(cwd === undefined ? {} : { cwd }) };
  return await new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new assert.AssertionError({ message: `${program} ${args[0] ?? ""} failed:\n${stdout}${stderr}` }));
    });
  });
}

/** A folder that is removed after the file's tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "svc-languages-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Generates a client with openapi-generator, without its tests and documentation. */
export async function openapiGenerator(generator: string, folder: string, args: readonly string[] = []): Promise<void> {
  const only = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const common = ["-g", generator, "-i", description, "-o", folder, "--global-property", only];
  await run("java", ["-jar", openapiGeneratorJar, "generate", ...common, ...args]);
}
