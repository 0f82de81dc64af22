/** What is in a release's folder: folders, and the list of files with their SHA-256, which `sha256sum --check SHA256SUMS` reads too. */
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileDigest } from "../file-digest.ts";

/** Where each kind of file is, below the release. */
export const releaseFolders = { npm: "npm", python: "python", sbom: "sbom" } as const;

/** The file with the list, in the release's folder. */
export const digestsFile = "SHA256SUMS";

/** Lists every file of the folder. @returns the list. */
export function writeDigests(folder: string): string {
  const list = filesIn(folder)
    .map((path) => `${fileDigest(join(folder, path))}  ${path}\n`)
    .join("");
  writeFileSync(join(folder, digestsFile), list);
  return list;
}

/** @throws Error if a file of the folder has changed, is missing, or isn't on the list. */
export function verifyDigests(folder: string): void {
  const lines = readFileSync(join(folder, digestsFile), "utf8").split("\n").filter(Boolean);
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = new Set(filesIn(folder));
  for (const path of new Set([...listed.keys(), ...present])) {
    const wanted = listed.get(path);
    if (wanted === undefined) throw new Error(`${path} isn't in ${digestsFile}.`);
    if (!present.has(path)) throw new Error(`${path} is missing.`);
    if (fileDigest(join(folder, path)) !== wanted) throw new Error(`${path} isn't the file that ${digestsFile} lists.`);
  }
}

function filesIn(folder: string): string[] {
  const paths = globSync("**/*", { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
  return paths.filter((path) => path !== digestsFile).toSorted();
}
