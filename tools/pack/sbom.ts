/** A software bill of materials for each package that people install: CycloneDX, created by npm from the lock file. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { published } from "../release/names.ts";
import { lockOf, projectLock } from "./lock.ts";

/** A bill in npm's format, as far as it is changed here. */
export type Bill = {
  serialNumber?: string;
  metadata: { timestamp?: string; component: { "bom-ref": string } };
  components: { "bom-ref": string; name: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * Writes `<package>.cdx.json` for each of them.
 * @param names the packages; by default all that people install by name.
 * @returns the file names.
 * @throws Error if npm fails.
 */
export function writeSboms(out: string, names: readonly string[] = Object.values(published.npm)): string[] {
  return names.map((name) => {
    const file = `${name.replace("@", "").replace("/", "-")}.cdx.json`;
    writeFileSync(join(out, file), `${JSON.stringify(billOf(name, npmBill(name)), null, 2)}\n`);
    return file;
  });
}

/** In the project itself, npm would omit the project's development dependencies, even if the package needs them too. */
function npmBill(name: string): Bill {
  const folder = mkdtempSync(join(tmpdir(), "svc-bill-"));
  try {
    const lock = lockOf(name, projectLock());
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    writeFileSync(join(folder, "package.json"), JSON.stringify(lock.packages[""]));
    const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
    const { status, stdout, stderr } = spawnSync(
      "npm",
      ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"],
      options,
    );
    if (status !== 0) throw new Error(`npm sbom failed for ${name}:\n${stderr}`);
    return JSON.parse(stdout) as Bill;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * npm makes the installing project the subject of the bill; this makes it the installed package. npm also invents a serial
 * number and adds the time; here the same contents have the same number and no time.
 * @throws Error if the package isn't among the components.
 */
export function billOf(name: string, bill: Bill): Bill {
  const subject = bill.components.find((component) => component.name === name);
  if (subject === undefined) throw new Error(`npm sbom left ${name} itself out.`);
  const projectRef = bill.metadata.component["bom-ref"];
  const { timestamp: _time, ...metadata } = bill.metadata;
  const digest = createHash("sha256").update(JSON.stringify(bill.components)).digest("hex");
  return {
    ...bill,
    // A UUID of version 8: its other bits are ours to choose.
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5")}`,
    metadata: { ...metadata, component: subject },
    components: bill.components.filter((component) => component !== subject),
    dependencies: bill.dependencies.filter(({ ref }) => ref !== projectRef),
  };
}
