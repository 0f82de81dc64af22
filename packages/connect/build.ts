/** Builds the embed script from `src/embed.ts`; `npm run generate` writes and checks it. */
import { join } from "node:path";
import { buildSync } from "esbuild";

/** Browsers with constructed style sheets and `<dialog>`. */
const target = ["chrome111", "edge111", "firefox113", "safari16.4"];

/** The generated files of this package: path from the repository root → text. */
export function embedScriptFiles(): Map<string, string> {
  const built = buildSync({
    entryPoints: [join(import.meta.dirname, "src/embed.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target,
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  const [file] = built.outputFiles;
  if (file === undefined) throw new Error("esbuild returned no file");
  const header = "// generated from packages/connect/src by npm run generate; do not edit\n/* oxlint-disable */\n";
  return new Map([["packages/connect/generated/svc-connect.js", header + file.text]]);
}
