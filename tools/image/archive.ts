/** One image as one file, which `docker load`, `podman load` and `skopeo copy oci-archive:…` read. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { published, publishedVersion } from "../release/names.ts";
import { createLayout, type WrittenImage } from "./oci.ts";

/**
 * Writes it.
 * @param layout the folder with its blobs.
 * @param seconds the time of the files in the archive.
 * @returns its file name in `out`.
 * @throws Error with tar's output.
 */
export function writeArchive(out: string, layout: string, image: WrittenImage, seconds: number): string {
  const { manifest, config, layers } = image;
  const file = `${published.image}-${publishedVersion()}-${manifest.platform?.architecture ?? ""}.tar`;
  const work = mkdtempSync(join(tmpdir(), "svc-archive-"));
  try {
    createLayout(work);
    mkdirSync(join(work, "blobs/sha256"), { recursive: true });
    const pathOf = ({ digest }: { digest: string }): string => `blobs/${digest.replace(":", "/")}`;
    for (const blob of [manifest, config, ...layers]) cpSync(join(layout, pathOf(blob)), join(work, pathOf(blob)));
    const tag = publishedVersion();
    const name = `${published.localImage}:${tag}`;
    const annotations = {
      "org.opencontainers.image.ref.name": tag,
      "io.containerd.image.name": name,
    };
    const index = { schemaVersion: 2, manifests: [{ ...manifest, annotations }] };
    writeFileSync(join(work, "index.json"), JSON.stringify(index));
    // Docker's own list of what is in the archive; older versions read only this one.
    const listed = [{ Config: pathOf(config), RepoTags: [name], Layers: layers.map(pathOf) }];
    writeFileSync(join(work, "manifest.json"), JSON.stringify(listed));
    const same = ["--format=ustar", "--sort=name", `--mtime=@${seconds}`, "--owner=0", "--group=0", "--numeric-owner"];
    const args = ["--create", `--file=${join(out, file)}`, ...same, "--mode=u=rwX,go=rX", `--directory=${work}`];
    const { status, stderr } = spawnSync("tar", [...args, ...readdirSync(work).toSorted()], { encoding: "utf8" });
    if (status !== 0) throw new Error(`tar failed:\n${stderr}`);
    return file;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
