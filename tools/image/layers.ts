/** Layers as tar archives whose bytes depend on nothing but their files. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Layer } from "./tree.ts";

const largestLayerBytes = 512 * 1024 * 1024;

/** A layer of the image. */
export interface PackedLayer {
  readonly gzipped: Buffer;
  /** Of the archive before it was compressed, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Packs a layer: sorted, with one time and one owner, and without the builder's names.
 * @param seconds the time of each file.
 * @throws Error with tar's output.
 */
export function packLayer({ folder, members, modes, owner }: Layer, seconds: number): PackedLayer {
  const ids = [`--owner=${owner}`, `--group=${owner}`, "--numeric-owner"];
  const same = ["--format=ustar", "--sort=name", `--mtime=@${seconds}`, `--mode=${modes}`, ...ids];
  const { status, stdout, stderr, error } = spawnSync(
    "tar",
    ["--create", "--file=-", ...same, `--directory=${folder}`, ...(members ?? readdirSync(folder).toSorted())],
    { maxBuffer: largestLayerBytes, env: { ...process.env, LC_ALL: "C" } },
  );
  if (status !== 0) throw new Error(`tar failed:\n${error?.message ?? ""}${stderr.toString()}`);
  const sha256 = createHash("sha256").update(stdout).digest("hex");
  return { gzipped: gzipSync(stdout, { level: 6 }), sha256 };
}
