/**
 * The image's bill of materials (CycloneDX): Debian's packages, Node with the libraries inside it, and the server with the packages
 * whose code it contains. `evidence` says which of the image's files each one is, so every file has an origin.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noticesFile } from "../pack/bundled.ts";
import { writeSboms } from "../pack/sbom.ts";
import { published, publishedVersion } from "../release/names.ts";
import { architectures, type Architecture } from "./architectures.ts";
import { debianRelease, type DebianPackage } from "./debian.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { serverFolder, type Tree } from "./tree.ts";

/** Where the bill is in the image, without a slash at the start. */
export const billFile = "usr/share/sbom/svc.cdx.json";

/** A component of a bill, as far as it is used here. */
export interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly evidence?: { readonly occurrences: readonly { readonly location: string }[] };
  readonly components?: readonly Component[];
  readonly [field: string]: unknown;
}

/** A bill of materials, as far as it is used here. */
export interface ImageBill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
  readonly [field: string]: unknown;
}

/**
 * Describes an image's files.
 * @param serverLayer the folder that has the server's files.
 * @param seconds the image's time.
 */
export function billOfImage(
  tree: Tree,
  { architecture, serverLayer, seconds }: { architecture: Architecture; serverLayer: string; seconds: number },
): ImageBill {
  const bill = serverBill();
  const notices = readFileSync(join(serverLayer, serverFolder, "dist", noticesFile), "utf8");
  const own = [bill.metadata.component, ...bill.components.filter(({ name }) => isOwn(name))];
  // A package can be installed twice in one version.
  const inside = new Map(
    packagesIn(notices).map((one) => [`${one.name}@${one.version}`, fromNpm(one, bill.components)]),
  );
  const server = { ...bill.metadata.component, ...at(`/${serverFolder}/`) };
  const system = tree.debian.map((each) => debianComponent(each, architecture));
  const components = [server, ...own.slice(1), ...inside.values(), nodeComponent(tree.node), ...system];
  const refs = new Set(components.map((each) => each["bom-ref"]));
  const image: Component = {
    "bom-ref": published.image,
    type: "container",
    name: published.image,
    version: publishedVersion(),
    ...at(...[...tree.own, billFile].map((file) => `/${file}`)),
  };
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  const whole = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp: new Date(seconds * 1000).toISOString(), component: image },
    components,
    dependencies: [{ ref: image["bom-ref"], dependsOn: [...refs].sort() }, ...dependencies],
  };
  return { serialNumber: serialOf(JSON.stringify(whole)), ...whole };
}

/** The versions of Debian's packages in an earlier image, to build it again. */
export function debianVersions(bill: Pick<ImageBill, "components">): ReadonlyMap<string, string> {
  const packages = bill.components.filter(({ purl }) => purl?.startsWith("pkg:deb/") === true);
  return new Map(packages.map(({ name, version }) => [name, version]));
}

/** Names and versions of the packages whose code is in the server, as its notices list them. */
export function packagesIn(notices: string): { name: string; version: string; license: string }[] {
  const entries = notices.matchAll(/^-{80}\n(\S+) (\d\S*) \((.+)\)$/gm);
  return [...entries].map(([, name = "", version = "", license = ""]) => ({ name, version, license }));
}

function serverBill(): ImageBill {
  const work = mkdtempSync(join(tmpdir(), "svc-image-bill-"));
  try {
    const [file = ""] = writeSboms(work, [published.npm.server]);
    return JSON.parse(readFileSync(join(work, file), "utf8")) as ImageBill;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function isOwn(name: string): boolean {
  return name.startsWith(`${published.npmScope}/`);
}

/** A package inside the server; npm's bill doesn't have those that only the documentation's scripts contain. */
function fromNpm(
  { name, version, license }: { name: string; version: string; license: string },
  known: readonly Component[],
): Component {
  const ref = `${name}@${version}`;
  const found = known.find((component) => component.name === name && component.version === version);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return found ?? { "bom-ref": ref, type: "library", name, version, purl, licenses: [{ expression: license }] };
}

function nodeComponent({ packageName, version, sha512, files }: NodeRuntime): Component {
  if (process.versions.node !== version)
    throw new Error(`This Node is ${process.versions.node}, the image's ${version}.`);
  const libraries = Object.entries(process.versions).filter(
    (entry): entry is [string, string] => !["node", "modules", "napi"].includes(entry[0]) && entry[1] !== undefined,
  );
  return {
    "bom-ref": `${packageName}@${version}`,
    type: "platform",
    name: packageName,
    version,
    purl: `pkg:npm/${packageName}@${version}`,
    // Scanners look Node's vulnerabilities up under this name.
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    hashes: [{ alg: "SHA-512", content: sha512 }],
    licenses: [{ license: { id: "MIT" } }],
    ...at(...files.map((file) => `/${file}`)),
    components: libraries
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => ({
        "bom-ref": `${packageName}@${version}/${name}`,
        type: "library",
        name,
        version: each,
        purl: `pkg:generic/${name}@${encodeURIComponent(each)}`,
      })),
  };
}

function debianComponent({ name, version, sha256, files }: DebianPackage, architecture: Architecture): Component {
  const { debian } = architectures[architecture];
  const distribution = `debian-${debianRelease.version}`;
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${debian}&distro=${distribution}`;
  return {
    "bom-ref": `debian/${name}@${version}`,
    type: "library",
    name,
    version,
    purl,
    hashes: [{ alg: "SHA-256", content: sha256 }],
    ...at(...files.map((file) => `/${file}`)),
  };
}

/** Where a component is in the image; a path that ends in a slash is a folder. */
function at(...locations: readonly string[]): Pick<Component, "evidence"> {
  return { evidence: { occurrences: locations.map((location) => ({ location })) } };
}

/** A UUID that depends on the content, so that the same image has the same bill. */
function serialOf(content: string): string {
  const hex = createHash("sha256").update(content).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join("-")}`;
}
