/** Builds the image: its files, its bill of materials, and the layout that it is pushed or loaded from. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publishedNodeOptions } from "../pack/built-server.ts";
import { packAll } from "../pack/pack.ts";
import { root } from "../pack/workspaces.ts";
import { published, publishedVersion } from "../release/names.ts";
import { architectures, type Architecture } from "./architectures.ts";
import { writeArchive } from "./archive.ts";
import { billFile, billOfImage, debianVersions, type ImageBill } from "./bill.ts";
import { packLayer } from "./layers.ts";
import { createLayout, writeImage, writeIndex, type ImageConfig } from "./oci.ts";
import { dataFolder, layTree, serverFolder, user } from "./tree.ts";

/** How an image is built. */
export interface BuildOptions {
  /** An existing folder. */
  readonly out: string;
  readonly wanted: readonly Architecture[];
  /** A folder that `npm run pack` wrote; null packs first. */
  readonly packed: string | null;
  /** URL of the repository that it is built from; null leaves it out. */
  readonly repository: string | null;
  /** Bills of an earlier build, whose versions of Debian's packages are used again. */
  readonly like: readonly ImageBill[];
}

/** The folder in `out` to push from: an OCI layout. */
export const layoutFolder = "layout";

/** The bill's file name in `out`. */
export function billName(architecture: Architecture): string {
  return `${published.image}-${publishedVersion()}-${architectures[architecture].debian}.cdx.json`;
}

/**
 * Builds it.
 * @returns the names of the files and folders in `out`.
 * @throws Error with the output of a program that failed.
 */
export function buildImage({ out, wanted, packed, repository, like }: BuildOptions): string[] {
  const { revision, seconds } = commit();
  const work = mkdtempSync(join(tmpdir(), "svc-image-"));
  try {
    const tarball = join(packed ?? packInto(join(work, "packed"), repository), serverTarball());
    const layout = join(out, layoutFolder);
    rmSync(layout, { recursive: true, force: true });
    createLayout(layout);
    const names = [layoutFolder];
    const images = wanted.map((architecture) => {
      const bill = like.find((one) => isFor(one, architecture));
      const versions = bill === undefined ? undefined : debianVersions(bill);
      const folder = join(work, architecture);
      const tree = layTree(folder, { architecture, tarball, versions });
      const serverLayer = join(folder, "server");
      const text = `${JSON.stringify(billOfImage(tree, { architecture, serverLayer, seconds }), null, 2)}\n`;
      for (const path of [join(serverLayer, billFile), join(out, billName(architecture))]) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      const layers = tree.layers.map((layer) => packLayer(layer, seconds));
      const image = writeImage(layout, { architecture, config: configOf(revision, repository), layers, seconds });
      names.push(billName(architecture), writeArchive(out, layout, image, seconds));
      return image;
    });
    writeIndex(layout, publishedVersion(), images);
    return names;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function packInto(folder: string, repository: string | null): string {
  mkdirSync(folder);
  packAll(folder, repository);
  return folder;
}

function serverTarball(): string {
  return `${published.npm.server.replace("@", "").replace("/", "-")}-${publishedVersion()}.tgz`;
}

function isFor({ components }: ImageBill, architecture: Architecture): boolean {
  return components.some(({ purl }) => purl?.includes(`?arch=${architectures[architecture].debian}&`) === true);
}

/**
 * The commit that is built, and its time in seconds. `SOURCE_DATE_EPOCH` replaces the time
 * (https://reproducible-builds.org/docs/source-date-epoch/).
 */
function commit(): { revision: string; seconds: number } {
  const [revision = "", time = ""] = git("log", "-1", "--format=%H %ct").split(" ");
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : "-modified";
  return { revision: `${revision}${changed}`, seconds: Number(process.env["SOURCE_DATE_EPOCH"] ?? time) };
}

function git(...args: string[]): string {
  // In a container, the checkout often has another owner than its user.
  const ownership = ["-c", `safe.directory=${root}`];
  const { status, stdout, stderr, error } = spawnSync("git", [...ownership, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0)
    throw new Error(`The image's labels name its commit, so git is needed:\n${error?.message ?? stderr}`);
  return stdout.trim();
}

function configOf(revision: string, repository: string | null): ImageConfig {
  const version = publishedVersion();
  const program = `/${serverFolder}/bin/svc-server.js`;
  const check =
    "fetch(`http://127.0.0.1:${process.env.SVC_LISTEN.split(':').at(-1)}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))";
  return {
    User: `${user}:${user}`,
    ExposedPorts: { "7480/tcp": {} },
    Env: ["PATH=/usr/bin", "NODE_ENV=production", "SVC_LISTEN=0.0.0.0:7480"],
    // A core dump would contain the root keys, and a cluster can't forbid it. prlimit becomes Node, and Node gets the signals.
    Entrypoint: ["/usr/bin/prlimit", "--core=0:0", "--", "/usr/bin/node", ...publishedNodeOptions, program],
    Cmd: ["serve"],
    Volumes: { [`/${dataFolder}`]: {} },
    // Without a database URL, the database is created here, in data/svc.sqlite.
    WorkingDir: `/${dataFolder}`,
    StopSignal: "SIGTERM",
    // Not part of the OCI's format, but of Docker's; Kubernetes has its own probes.
    Healthcheck: {
      Test: ["CMD", "/usr/bin/node", "-e", check],
      Interval: 30_000_000_000,
      Timeout: 5_000_000_000,
      StartPeriod: 30_000_000_000,
      Retries: 3,
    },
    Labels: {
      "org.opencontainers.image.title": published.image,
      "org.opencontainers.image.description": "Self-hosted integrations with an honest record",
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.revision": revision,
      "org.opencontainers.image.licenses": "Apache-2.0",
      "org.opencontainers.image.base.name": "scratch",
      ...(repository === null
        ? {}
        : { "org.opencontainers.image.source": repository, "org.opencontainers.image.url": repository }),
    },
  };
}
