/**
 * The image's files from Debian: the C and C++ libraries that Node needs, and the program that turns core dumps off. apt
 * downloads their packages and checks Debian's signatures, with its state in a separate folder, so that it works for any
 * processor and without root.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileDigest } from "../file-digest.ts";
import { architectures, type Architecture } from "./architectures.ts";

/** The release whose packages are used, which the building machine must run too, because its apt knows the sources. */
export const debianRelease = { codename: "bookworm", version: "12" } as const;

/** Files of each package; the others are left out. `TRIPLET` and `LOADER` depend on the processor. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  "base-files": ["etc/os-release", "usr/lib/os-release", "usr/share/doc/base-files/copyright"],
  "gcc-12-base": ["usr/share/doc/gcc-12-base/copyright"],
  libc6: [
    "LOADER",
    "lib/TRIPLET/ld-linux-*.so.*",
    "lib/TRIPLET/lib{c,m}.so.6",
    "lib/TRIPLET/libdl.so.2",
    "lib/TRIPLET/libpthread.so.0",
    "usr/share/doc/libc6/copyright",
  ],
  "libgcc-s1": ["lib/TRIPLET/libgcc_s.so.1", "usr/share/doc/libgcc-s1"],
  libsmartcols1: ["usr/lib/TRIPLET/libsmartcols.so.*", "usr/share/doc/libsmartcols1/copyright"],
  "libstdc++6": ["usr/lib/TRIPLET/libstdc++.so.*", "usr/share/doc/libstdc++6"],
  "util-linux": ["usr/bin/prlimit", "usr/share/doc/util-linux/copyright"],
};

/** A package in the image. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Its files in the image, without a slash at the start. */
  readonly files: readonly string[];
}

/**
 * Puts the files into a folder.
 * @param versions of each package; without them, the release's newest.
 * @throws Error on another system, or if apt doesn't have a version.
 */
export function addDebianFiles(
  folder: string,
  architecture: Architecture,
  versions: ReadonlyMap<string, string> = new Map(),
): DebianPackage[] {
  refuseOtherSystems();
  const work = mkdtempSync(join(tmpdir(), "svc-debian-"));
  try {
    const apt = aptFor(architecture, work);
    apt("update");
    const names = Object.keys(wanted);
    const packages = names.map((name) => (versions.has(name) ? `${name}=${versions.get(name)}` : name));
    apt("download", ...packages);
    return names.map((name) => addPackage({ name, folder, work, architecture }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function refuseOtherSystems(): void {
  const { status, stdout } = spawnSync("sh", ["-c", '. /etc/os-release && echo "$VERSION_CODENAME"'], {
    encoding: "utf8",
  });
  if (status === 0 && stdout.trim() === debianRelease.codename) return;
  throw new Error(
    `The image's libraries come from Debian ${debianRelease.version}, so build it there, for example in the container node:24-${debianRelease.codename}.`,
  );
}

/** Runs apt for one processor, with its own lists, in `work`. */
function aptFor(architecture: Architecture, work: string): (...args: string[]) => void {
  const { debian } = architectures[architecture];
  for (const made of ["state/lists/partial", "cache/archives/partial"])
    mkdirSync(join(work, made), { recursive: true });
  const settings = {
    "APT::Architecture": debian,
    "APT::Architectures": debian,
    "APT::Sandbox::User": "",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
    "Dir::Cache": join(work, "cache"),
    "Dir::State": join(work, "state"),
    "Dir::State::status": "/dev/null",
  };
  const options = Object.entries(settings).map(([name, value]) => `--option=${name}=${value}`);
  return (...args) => {
    const { status, stderr, error } = spawnSync("apt-get", ["-q", ...options, ...args], {
      cwd: work,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed:\n${error?.message ?? ""}${stderr}`);
  };
}

function addPackage(one: { name: string; folder: string; work: string; architecture: Architecture }): DebianPackage {
  const { name, folder, work, architecture } = one;
  const { triplet, loader } = architectures[architecture];
  const [archive = ""] = globSync(`${name}_*.deb`, { cwd: work });
  const path = join(work, archive);
  const whole = join(work, "extracted", name);
  mkdirSync(whole, { recursive: true });
  dpkgDeb("--extract", path, whole);
  const files = (wanted[name] ?? []).flatMap((pattern) => {
    const found = globSync(pattern.replace("TRIPLET", triplet).replace("LOADER", loader), { cwd: whole }).sort();
    if (found.length === 0) throw new Error(`${archive} has no ${pattern}.`);
    return found;
  });
  for (const file of files) {
    copy(join(whole, file), join(folder, file));
  }
  // Scanners of images recognize packages by these files.
  const control = dpkgDeb("--field", path);
  const entry = `var/lib/dpkg/status.d/${name}`;
  mkdirSync(dirname(join(folder, entry)), { recursive: true });
  writeFileSync(join(folder, entry), control);
  const version = /^Version: (.+)$/m.exec(control)?.[1] ?? "";
  const sha256 = fileDigest(path);
  return { name, version, sha256, files: [...files, entry] };
}

/** Unlike `cpSync`, also copies a link whose target is in another package. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}

function dpkgDeb(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync("dpkg-deb", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`dpkg-deb ${args.join(" ")} failed:\n${error?.message ?? ""}${stderr}`);
  return stdout;
}
