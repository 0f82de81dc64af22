/** A software bill of materials for each package that people install: CycloneDX, by npm, from the lock file. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspaces.ts";

/** The packages that people install by name; the others come with them. */
export const installedByName: readonly string[] = [
  "@svc/server",
  "@svc/cli",
  "@svc/sdk",
  "@svc/connect",
  "@svc/provider-kit",
];

/** A bill as npm writes it, as far as it is changed here. */
export type Bill = {
  metadata: { component: { "bom-ref": string } };
  components: { "bom-ref": string; name: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * Writes `<package>.cdx.json` for each of them.
 * @returns the file names.
 * @throws Error when npm fails.
 */
export function writeSboms(out: string): string[] {
  return installedByName.map((name) => {
    const { status, stdout, stderr } = spawnSync(
      "npm",
      ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", "--omit=optional", "--workspace", name],
      { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    if (status !== 0) throw new Error(`npm sbom failed for ${name}:\n${stderr}`);
    const file = `${name.replace("@", "").replace("/", "-")}.cdx.json`;
    writeFileSync(join(out, file), `${JSON.stringify(billOf(name, JSON.parse(stdout) as Bill), null, 2)}\n`);
    return file;
  });
}

/**
 * npm makes the project's root the subject of the bill, and names a workspace after its folder; here the subject is the
 * package, and each package has its own name.
 * @throws Error where the package is not among the components.
 */
export function billOf(name: string, bill: Bill): Bill {
  const components = bill.components.map((component) => ({ ...component, name: nameOf(component["bom-ref"]) }));
  const subject = components.find((component) => component.name === name);
  if (subject === undefined) throw new Error(`npm sbom left ${name} itself out.`);
  const projectRef = bill.metadata.component["bom-ref"];
  return {
    ...bill,
    metadata: { ...bill.metadata, component: subject },
    components: components.filter((component) => component !== subject),
    dependencies: bill.dependencies.filter(({ ref }) => ref !== projectRef),
  };
}

/** `@svc/server@0.1.0` → `@svc/server`. */
function nameOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf("@"));
}
