/**
 * Publishes a release's packages on npm's registry, each only once. It imports nothing that npm installs: the job that may publish
 * has no dependencies.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Lock } from "../pack/lock.ts";
import { releaseFolders, verifyDigests } from "./digests.ts";

/** How to publish. */
export type PublishOptions = {
  /** Options for npm, such as `--no-provenance`. Without any, npm signs where each package was built. */
  flags?: readonly string[];
  /** npm's environment. */
  env?: Readonly<Record<string, string | undefined>>;
};

/**
 * Publishes every package of the release that isn't there yet, so that a failed run can be repeated.
 * @param release the folder that `buildRelease` wrote.
 * @returns the packages that were published now, as `name@version`.
 * @throws Error if a file isn't the one that was built, if npm fails, and if a package of this version has other contents: a
 *   published version never changes.
 */
export function publishPackages(release: string, { flags = [], env = process.env }: PublishOptions = {}): string[] {
  verifyDigests(release);
  const folder = join(release, releaseFolders.npm);
  const npm = (...words: string[]) =>
    spawnSync("npm", [...words, "--no-update-notifier"], { cwd: folder, env, encoding: "utf8" });
  const published: string[] = [];
  for (const { name, version, integrity, file } of packagesOf(folder)) {
    const id = `${name}@${version}`;
    const found = npm("view", id, "dist.integrity", "--json");
    if (found.status === 0 && found.stdout.trim() !== "") {
      if (JSON.parse(found.stdout) !== integrity) throw new Error(`${id} is published already, with other contents.`);
      continue;
    }
    if (found.status !== 0 && !/\bE404\b/.test(found.stdout + found.stderr)) {
      throw new Error(`npm couldn't look for ${id}:\n${found.stderr}`);
    }
    const tag = version.includes("-") ? ["--tag", "next"] : [];
    const { status, stderr } = npm("publish", `./${file}`, "--ignore-scripts", "--access", "public", ...tag, ...flags);
    if (status !== 0) throw new Error(`npm couldn't publish ${id}:\n${stderr}`);
    published.push(id);
  }
  return published;
}

type Package = { name: string; version: string; integrity: string; file: string };

function packagesOf(folder: string): Package[] {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as Lock;
  return Object.entries(packages[""]?.dependencies ?? {}).map(([name, source]) => {
    const { version = "", integrity } = packages[`node_modules/${name}`] ?? {};
    return { name, version, integrity: String(integrity), file: source.slice("file:".length) };
  });
}
