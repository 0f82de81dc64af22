/** A provider as a separate package, outside the project: its code, and the tools that build, check and test it. */
import { describedFiles, type DescribedFiles, type DescriptionWish } from "./openapi/files.ts";
import { DescriptionError, readDescription } from "./openapi/description.ts";
import { listOperations } from "./openapi/operations.ts";
import { namesOf, type ProviderNames } from "./names.ts";
import { providerFiles, type AuthChoice } from "./provider-files.ts";
import { readTemplates, type Templates } from "./templates.ts";

export type PackageWish = {
  slug: string;
  auth: AuthChoice;
  /** An OpenAPI description, and the operations that become actions. */
  description?: DescriptionWish | undefined;
};

/**
 * The files by path in the package's folder, with the operations that have no action and why; or one line that says why
 * there are no files.
 */
export type MadePackage =
  { files: ReadonlyMap<string, string>; leftOut: DescribedFiles["leftOut"] } | { fault: string };

/** The operations of an OpenAPI description as a table, or one line that says why it can't be used. */
export function operationsIn(text: string): { table: string } | { fault: string } {
  try {
    return { table: listOperations(readDescription(text)) };
  } catch (error) {
    if (error instanceof DescriptionError) return { fault: error.message };
    throw error;
  }
}

/** Creates a package's files. */
export function makePackage({ slug, auth, description }: PackageWish): MadePackage {
  try {
    const names = namesOf(slug);
    const described = description && describedFiles(names, description);
    const templates = readTemplates();
    const code = providerFiles({ names, auth, described }, templates);
    const files = new Map([...code, ...packageFiles(names, templates, code.get("README.md") ?? "")]);
    return { files, leftOut: described?.leftOut ?? [] };
  } catch (error) {
    if (error instanceof RangeError || error instanceof DescriptionError) return { fault: error.message };
    throw error;
  }
}

/** The folder's name, and the package's. */
export function packageNameOf(slug: string): string {
  return `svc-provider-${slug}`;
}

function packageFiles(names: ProviderNames, templates: Templates, facts: string): Map<string, string> {
  const { compilerOptions, lintRules } = templates;
  const build = {
    extends: "./tsconfig.json",
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: ".",
      outDir: "dist",
    },
    include: ["src", "simulator"],
  };
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ["package.json", json(manifestOf(names, templates))],
    ["tsconfig.json", json({ compilerOptions, include: ["src", "simulator", "test"] })],
    ["tsconfig.build.json", json(build)],
    [".oxlintrc.json", json({ ...lintRules, ignorePatterns: ["node_modules", "dist"] })],
    [".prettierrc.json", json({ printWidth: 120 })],
    [".gitignore", "node_modules\ndist\n*.tgz\n"],
    ["README.md", `${facts.trimEnd()}\n\n${workText(names)}`],
  ]);
}

function manifestOf({ slug, title }: ProviderNames, { version, tools, typebox }: Templates): object {
  const built = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  const [major = "0", minor = "0"] = version.split(".");
  return {
    name: packageNameOf(slug),
    version: "0.1.0",
    description: `The ${title} provider for svc: typed actions over its API, and a simulator of that API.`,
    private: true,
    type: "module",
    engines: { node: ">=24.11" },
    exports: { ".": built("src/index"), "./simulator": built("simulator/index"), "./package.json": "./package.json" },
    files: ["dist"],
    scripts: {
      build: "tsc -p tsconfig.build.json",
      types: "tsc -p tsconfig.json",
      lint: "oxlint --type-aware --deny-warnings .",
      format: "prettier --write .",
      test: "node --test test/*.test.ts",
      check: "npm run types && npm run lint && npm test",
      prepack: "npm run build",
    },
    dependencies: { "@svc/contract": version, "@svc/simulator": version, typebox },
    // Before 1.0, a minor version may change the kit.
    peerDependencies: { "@svc/provider-kit": major === "0" ? `^0.${minor}.0` : `^${major}.${minor}.0` },
    devDependencies: Object.fromEntries(
      Object.entries({ ...tools, "@svc/provider-kit": version }).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

function workText({ slug }: ProviderNames): string {
  return [
    "## Work on it",
    "",
    "| To                                     | Run             |",
    "| -------------------------------------- | --------------- |",
    "| install                                | `npm install`   |",
    "| check types, lint and tests            | `npm run check` |",
    "| build the JavaScript that a server runs | `npm run build` |",
    "",
    "Then check it as a server would at start, and serve it in a sandbox with its simulator:",
    "",
    "```sh",
    `svc-server providers check ./${packageNameOf(slug)}`,
    `SVC_PROVIDERS=./${packageNameOf(slug)} svc-server serve --sandbox`,
    "```",
    "",
    "Set `private` to `false` in `package.json` to publish it.",
    "",
  ].join("\n");
}
