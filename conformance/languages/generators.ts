/** The generators that the tests of this folder run, with their versions in `judges/languages`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A generator, and what it writes. */
export interface Generator {
  readonly name: string;
  readonly version: string;
  /** Languages, and libraries if there are several. */
  readonly writes: string;
  /** The language whose program runs the main flow; null if the client is only compiled. */
  readonly runs: string | null;
}

const judges = join(import.meta.dirname, "../../judges/languages");
const read = (name: string): string => readFileSync(join(judges, name), "utf8");

/** Every generator with its pinned version. @throws Error if one has no pinned version. */
export function generators(): readonly Generator[] {
  const fromPip = (name: string): string => versionIn("python.txt", new RegExp(`^${name}==(\\S+)`, "m"));
  const fromGo = (path: string): string => versionIn("go/go.mod", new RegExp(`${path} (v\\S+)`));
  const fromNpm = (name: string): string => versionIn("package.json", new RegExp(`"${name}": "([^"]+)"`));
  const openapiGenerator = { name: "openapi-generator", version: fromPip("openapi-generator-cli"), runs: null };
  return [
    { ...openapiGenerator, writes: "Java for `java.net.http` (`native`)", runs: "Java" },
    { ...openapiGenerator, writes: "Java for `okhttp-gson`" },
    { ...openapiGenerator, writes: "Python" },
    { ...openapiGenerator, writes: "TypeScript (`typescript-fetch`)" },
    {
      name: "oapi-codegen",
      version: fromGo("github.com/oapi-codegen/oapi-codegen/v2"),
      writes: "Go",
      runs: "Go",
    },
    { name: "ogen", version: fromGo("github.com/ogen-go/ogen"), writes: "Go", runs: null },
    { name: "openapi-python-client", version: fromPip("openapi-python-client"), writes: "Python", runs: null },
    {
      name: "openapi-typescript",
      version: fromNpm("openapi-typescript"),
      writes: "TypeScript types, for openapi-fetch",
      runs: null,
    },
    { name: "Orval", version: fromNpm("orval"), writes: "TypeScript (`fetch`)", runs: null },
    { name: "@hey-api/openapi-ts", version: fromNpm("@hey-api/openapi-ts"), writes: "TypeScript", runs: null },
  ];
}

function versionIn(file: string, pattern: RegExp): string {
  const [, version] = pattern.exec(read(file)) ?? [];
  if (version === undefined) throw new Error(`judges/languages/${file} has no version that matches ${pattern.source}.`);
  return version;
}
