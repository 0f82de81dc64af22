/** How the bundle replaces a source's own location, and which packages it lists as included. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { builtins, bundledPackages, errorsByName, placed } from "./bundle.ts";

test("finds files next to a source from the top of the bundle", () => {
  assert.equal(placed('join(import.meta.dirname, "m")', "store"), 'join((import.meta.dirname + "/store"), "m")');
  assert.equal(
    placed("new URL(`a/${b}.json`, import.meta.url)", "connect-page"),
    'new URL(`a/${b}.json`, new URL("./connect-page/", import.meta.url))',
  );
  assert.equal(placed('import.meta.resolve("x")', "a"), 'import.meta.resolve("x")');
  assert.throws(() => placed("if (import.meta.main) run()", "a"), /does not know what import\.meta\.main is in a/);
});

test("lists each package whose files are in a bundle once, and nested ones separately", () => {
  const inputs = Object.fromEntries(
    [
      "packages/server/src/main.ts",
      "node_modules/ajv/dist/a.js",
      "node_modules/ajv/dist/b.js",
      "node_modules/@fastify/error/index.js",
      "node_modules/@fastify/ajv-compiler/node_modules/fast-uri/index.js",
      "packages/server/node_modules/pg/lib/index.js",
    ].map((path) => [path, { bytes: 1, imports: [] }]),
  );
  assert.deepEqual(bundledPackages({ inputs }), [
    "node_modules/@fastify/ajv-compiler/node_modules/fast-uri",
    "node_modules/@fastify/error",
    "node_modules/ajv",
    "packages/server/node_modules/pg",
  ]);
});

test("two error classes with the same name both keep it", async () => {
  const twins = {
    "/a": "export class LostError extends Error {}",
    "/b": "const LostError = class extends Error {}; export { LostError };",
  };
  const contents = `import { LostError as A } from "/a"; import { LostError as B } from "/b";
    export const names = [A, B, class Fine extends A {}].map((one) => new one().constructor.name);`;
  const { outputFiles } = await build({
    stdin: { contents },
    bundle: true,
    write: false,
    format: "esm",
    minifyWhitespace: true,
    plugins: [
      {
        name: "twins",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\/[ab]$/ }, ({ path }) => ({ path, namespace: "twins" }));
          onLoad({ filter: /.*/, namespace: "twins" }, ({ path }) => ({ contents: twins[path as keyof typeof twins] }));
        },
      },
    ],
  });
  const namesIn = async (text: string): Promise<unknown> =>
    ((await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { names: unknown }).names;
  const text = outputFiles[0]?.text ?? "";
  assert.deepEqual(await namesIn(text), ["LostError", "LostError2", "Fine"]);
  assert.deepEqual(await namesIn(errorsByName(text)), ["LostError", "LostError", "Fine"]);
});

test("a bundle loads Node's own modules with require, except those imported at run time", async () => {
  const contents = `import { createServer } from "node:http"; import * as path from "path"; import { x } from "./x";
    console.log(createServer, path, x, await import("node:zlib"), require("node:net"));`;
  const { outputFiles } = await build({
    stdin: { contents },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    external: ["./x"],
    plugins: [builtins],
  });
  const text = outputFiles[0]?.text ?? "";
  assert.deepEqual(
    [...text.matchAll(/\bfrom "(.*?)"|\bimport\("(.*?)"\)/g)].map(([, read, imported]) => read ?? imported),
    ["./x", "node:zlib"],
  );
  for (const name of ["node:http", "path", "node:net"]) assert.ok(text.includes(`require("${name}")`), name);
});
