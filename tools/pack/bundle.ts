/**
 * The server as a few files instead of a thousand: with its own packages and everything that they import, and code that
 * is rarely loaded in separate files. Otherwise, finding and opening modules takes half of the startup time.
 * `bundled.ts` runs it as a separate process, because esbuild's plugins have no synchronous form: `node bundle.ts OUT`.
 */
import { cpSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix, relative } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { collectTemplates, packedTemplates } from "../new-provider/templates.ts";
import { noticesFile, readAsFiles } from "./bundled.ts";
import { root } from "./workspaces.ts";

const sources = join(root, "packages/server/src");

/** In a bundle, every module is at the top of `out`; files that a source finds next to itself are still below it. */
const places: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!path.startsWith(`${sources}/`) || !text.includes("import.meta.")) return undefined;
      return { contents: placed(text, relative(sources, dirname(path))), loader: "ts" };
    });
  },
};

/**
 * A source's text, with its own location replaced by one from the top of the bundle.
 * @param folder the source's folder, from `src`.
 * @throws Error for an unsupported use of `import.meta`.
 */
export function placed(text: string, folder: string): string {
  const moved = text
    .replaceAll(/\bimport\.meta\.dirname\b/g, `(IMPORT_META.dirname + ${JSON.stringify(`/${folder}`)})`)
    .replaceAll(/\bimport\.meta\.url\b/g, `new URL(${JSON.stringify(`./${folder}/`)}, IMPORT_META.url)`)
    .replaceAll(/\bimport\.meta\.resolve\b/g, "IMPORT_META.resolve");
  const unknown = /\bimport\.meta\.\w+/.exec(moved);
  if (unknown !== null) throw new Error(`The bundle does not know what ${unknown[0]} is in ${folder}.`);
  return moved.replaceAll("IMPORT_META", "import.meta");
}

/**
 * Loads Node's own modules with `require` everywhere. An `import` of one reads each of its exports, and those of
 * `node:http` load all of `fetch`: a tenth of the startup time and a few MiB, for code that isn't used here.
 */
export const builtins: Plugin = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    const namespace = "builtin";
    onResolve({ filter: /^node:|^[a-z_]+(?:\/[a-z]+)*$/ }, ({ path, kind, namespace: from }) => {
      if (!isBuiltin(path)) return undefined;
      // A run-time import reads a module's named exports, and a CommonJS module in a bundle has none.
      const isLeft = from === namespace || kind === "require-call" || kind === "dynamic-import";
      if (isLeft) return { path, external: true };
      return { path, namespace };
    });
    onLoad({ filter: /.*/, namespace }, ({ path }) => {
      return { contents: `module.exports = require(${JSON.stringify(path)});`, loader: "js" };
    });
  },
};

// CommonJS packages load Node's own modules with `require`.
const banner = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

async function bundle(out: string): Promise<void> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { main: join(sources, "main.ts"), "new-provider": join(root, "tools/new-provider/own-package.ts") },
    outdir: out,
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    logLevel: "error",
    external: [...readAsFiles.flatMap((name) => [name, `${name}/*`]), "pg-native"],
    banner: { js: banner },
    plugins: [places, builtins],
  });
  mkdirSync(out, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, errorsByName(text));
  for (const path of globSync("**/*.{sql,json}", { cwd: sources })) {
    cpSync(join(sources, path), join(out, path), { recursive: true });
  }
  writeFileSync(join(out, packedTemplates), JSON.stringify(collectTemplates()));
  writeFileSync(join(out, noticesFile), noticesOf([...bundledPackages(metafile), ...siteLibraries].toSorted()));
}

/**
 * A bundle's text with errors that keep their own names, by which the log distinguishes them: if two classes in a
 * bundle have the same name, esbuild calls the second one `…2`. Its `keepNames` would fix that too, but it defines the
 * name of every function again each time one is created: an eighth of a request's processor time.
 */
export function errorsByName(text: string): string {
  const renamed = /\b(?:class|var|let|const) ?(\w*?Error)\d+(?:=class)?(?: extends [^{}]+)?\{/g;
  return text.replaceAll(renamed, (head, name: string) => `${head}static name=${JSON.stringify(name)};`);
}

/** Libraries that VitePress puts into the documentation's scripts, which are packed with the server. */
const siteLibraries = [
  "@vue/reactivity",
  "@vue/runtime-core",
  "@vue/runtime-dom",
  "@vue/shared",
  "@vueuse/core",
  "@vueuse/integrations",
  "@vueuse/shared",
  "focus-trap",
  "mark.js",
  "minisearch",
  "tabbable",
  "vitepress",
  "vue",
].map((name) => `node_modules/${name}`);

/** Folders of third-party packages from which a bundle includes code, from the root. */
export function bundledPackages({ inputs }: Pick<Metafile, "inputs">): string[] {
  const folders = Object.keys(inputs).flatMap((path) => {
    const [, folder] = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return folder === undefined ? [] : [posix.normalize(folder)];
  });
  return [...new Set(folders)].sort();
}

/** Name, version, license and license text of each. @throws Error for a package without a license. */
function noticesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      [field in "name" | "version" | "license"]?: string;
    };
    if (license === undefined) throw new Error(`${folder} names no license, so it is not bundled.`);
    const texts = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const text = texts
      .sort()
      .map((file) => readFileSync(join(root, folder, file), "utf8").trim())
      .join("\n\n");
    return `${name} ${version} (${license})\n\n${text}`.trim();
  });
  const rule = "-".repeat(80);
  return `Other projects' code in these programs, with its licenses.\n\n${rule}\n${parts.join(`\n\n${rule}\n`)}\n`;
}

if (import.meta.main) await bundle(process.argv[2] ?? "");
