/** The templates of a new provider: from a checkout, or from the file next to a packed server's program. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything that a new provider is created from. */
export type Templates = {
  /** Texts by path from this folder, such as `template/src/index.ts`. */
  files: Readonly<Record<string, string>>;
  /** The version of the project's packages. */
  version: string;
  /** The versions of the tools that build, check and test a separate package. */
  tools: Readonly<Record<string, string>>;
  /** The version of `typebox`, with which schemas are written. */
  typebox: string;
  compilerOptions: Readonly<Record<string, unknown>>;
  lintRules: Readonly<Record<string, unknown>>;
};

/** The name of the file in a packed server. */
export const packedTemplates = "new-provider.json";

const toolNames = ["@types/node", "oxlint", "oxlint-tsgolint", "prettier", "typescript"];

export function readTemplates(): Templates {
  const packed = join(import.meta.dirname, packedTemplates);
  if (existsSync(packed)) return JSON.parse(readFileSync(packed, "utf8")) as Templates;
  return collectTemplates();
}

/** Collects the templates in a checkout. */
export function collectTemplates(): Templates {
  const paths = globSync("{template,template-oauth}/**/*.{ts,md}", { cwd: import.meta.dirname }).sort();
  const project = readProject("package.json") as { devDependencies: Record<string, string> };
  const kit = readProject("packages/provider-kit/package.json") as {
    version: string;
    dependencies: Record<string, string>;
  };
  const { compilerOptions } = readProject("tsconfig.json") as { compilerOptions: Record<string, unknown> };
  const { $schema, plugins, categories, rules } = readProject(".oxlintrc.json") as Record<string, unknown>;
  return {
    files: Object.fromEntries(paths.map((path) => [path, readFileSync(join(import.meta.dirname, path), "utf8")])),
    version: kit.version,
    tools: Object.fromEntries(toolNames.map((name) => [name, project.devDependencies[name] ?? ""])),
    typebox: kit.dependencies["typebox"] ?? "",
    compilerOptions,
    lintRules: { $schema, plugins, categories, rules },
  };
}

function readProject(path: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../..", path), "utf8"));
}
