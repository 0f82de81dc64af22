/** Builds the hosted page's script and style from `src`; `npm run generate` writes and checks them. */
import { join } from "node:path";
import { build } from "esbuild";

/** Browsers that support CSS nesting, `AbortSignal.any` and logical properties; `light-dark()` isn't needed. */
const target = ["chrome116", "edge116", "firefox124", "safari17.4"];

/** The generated files of this package: path from the repository root → text. */
export async function connectUiFiles(): Promise<Map<string, string>> {
  const built = await build({
    entryPoints: { page: join(import.meta.dirname, "src/main.ts"), style: join(import.meta.dirname, "src/page.css") },
    bundle: true,
    minify: true,
    format: "iife",
    target,
    charset: "utf8",
    legalComments: "none",
    write: false,
    outdir: "generated",
  });
  const textOf = (name: string): string => {
    const file = built.outputFiles.find(({ path }) => path.endsWith(name));
    if (file === undefined) throw new Error(`esbuild returned no ${name}`);
    return file.text;
  };
  const from = "generated from packages/connect-ui/src by npm run generate; do not edit";
  return new Map([
    ["packages/connect-ui/generated/page.js", `// ${from}\n/* oxlint-disable */\n${textOf("page.js")}`],
    // esbuild keeps the spaces of custom properties, which nothing reads.
    [
      "packages/connect-ui/generated/page.css",
      `/* ${from} */\n${textOf("style.css").replaceAll(/(--[a-z-]+): /g, "$1:")}`,
    ],
  ]);
}
