/** JavaScript and types from the sources, by the project's own compiler. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspaces.ts";

/**
 * Compiles every source that is published as a separate file into `out`, at the same path. Types are checked by `npm
 * run types`.
 * @param out an empty folder.
 * @throws Error with the compiler's own output.
 */
export function compile(out: string): void {
  const config = join(out, "tsconfig.json");
  const settings = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      // Node doesn't strip types under node_modules, so `./a.ts` becomes `./a.js`.
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: ["packages/*/src", "packages/*/simulator", "providers/*/src", "providers/*/simulator"].map((place) =>
      join(root, place),
    ),
    // The server is published as a bundle, which is built from its sources.
    exclude: [join(root, "packages/server")],
  };
  writeFileSync(config, JSON.stringify(settings));
  const { status, stdout, stderr, error } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", config], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tsc could not build the packages:\n${error?.message ?? ""}${stdout}${stderr}`);
  for (const name of globSync("**/*.d.ts", { cwd: out })) {
    const path = join(out, name);
    writeFileSync(path, withBuiltSpecifiers(readFileSync(path, "utf8")));
  }
}

/** The compiler keeps `./a.ts` in declarations, which only compilers that allow such imports can read. */
export function withBuiltSpecifiers(declarations: string): string {
  return declarations.replaceAll(/(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"');
}
