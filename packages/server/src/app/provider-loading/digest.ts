/** The digest of a provider's files, so that operators can compare the providers of their replicas. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { ProviderFault } from "./rules.ts";

const filesMax = 5000;
const bytesMax = 64 * 1024 * 1024;

/** Folders that aren't the package's own code. */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * SHA-256 over the paths and contents of all files, in the order of their paths, as 64 hexadecimal digits. Dependencies
 * (`node_modules`) aren't included.
 * @throws ProviderFault for a package that is too large for a provider.
 */
export function digestOf(given: string, folder: string): string {
  const hash = createHash("sha256");
  let bytes = 0;
  const paths = listFiles(given, folder);
  for (const path of paths) {
    const full = join(folder, path);
    const stat = lstatSync(full);
    // For a link, its own text counts. The file that it points to may be outside the package.
    const content = stat.isSymbolicLink() ? Buffer.from(readlinkSync(full)) : readFileSync(full);
    bytes += content.length;
    if (bytes > bytesMax) throw new ProviderFault(given, "its files have over 64 MB");
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function listFiles(given: string, folder: string): string[] {
  const found: string[] = [];
  const visit = (inner: string): void => {
    for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
      if (found.length > filesMax) throw new ProviderFault(given, `it has over ${filesMax} files`);
    }
  };
  visit("");
  return found.sort();
}
