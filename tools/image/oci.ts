/**
 * Writes an image in the OCI layout (https://github.com/opencontainers/image-spec), as a folder to push from, with one
 * image for each processor and an index over them.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { architectures, type Architecture } from "./architectures.ts";
import type { PackedLayer } from "./layers.ts";

const mediaType = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

/** How a container starts, as in the image format's `config`. */
export type ImageConfig = Readonly<Record<string, unknown>> & { readonly Labels: Readonly<Record<string, string>> };

/** An image for one processor. */
export interface Image {
  readonly architecture: Architecture;
  readonly config: ImageConfig;
  readonly layers: readonly PackedLayer[];
  /** When it was made, in seconds: the time of its files too. */
  readonly seconds: number;
}

/** A reference to a blob. */
interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: "linux" };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An image that was written: the reference to its manifest, and the blobs that it consists of. */
export interface WrittenImage {
  readonly manifest: Descriptor;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

/** Creates an empty layout. */
export function createLayout(folder: string): void {
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
}

/** Writes the blobs of an image into a layout. */
export function writeImage(layout: string, { architecture, config, layers, seconds }: Image): WrittenImage {
  const created = new Date(seconds * 1000).toISOString();
  const platform = { architecture: architectures[architecture].debian, os: "linux" } as const;
  const written = layers.map(({ gzipped }) => writeBlob(layout, mediaType.layer, gzipped));
  const configBlob = writeJson(layout, mediaType.config, {
    created,
    ...platform,
    config,
    rootfs: { type: "layers", diff_ids: layers.map(({ sha256 }) => `sha256:${sha256}`) },
    history: layers.map(() => ({ created, created_by: "npm run image" })),
  });
  const manifest = writeJson(layout, mediaType.manifest, {
    schemaVersion: 2,
    mediaType: mediaType.manifest,
    config: configBlob,
    layers: written,
    annotations: config.Labels,
  });
  return { manifest: { ...manifest, platform }, config: configBlob, layers: written };
}

/** Names images in a layout: each as `tag-architecture`, and an index over all of them as `tag`. */
export function writeIndex(layout: string, tag: string, images: readonly WrittenImage[]): void {
  const manifests = images.map(({ manifest }) => manifest);
  const all = writeJson(layout, mediaType.index, { schemaVersion: 2, mediaType: mediaType.index, manifests });
  const named = (descriptor: Descriptor, name: string): Descriptor => ({
    ...descriptor,
    annotations: { "org.opencontainers.image.ref.name": name },
  });
  const each = manifests.map((manifest) => named(manifest, `${tag}-${manifest.platform?.architecture ?? ""}`));
  const index = { schemaVersion: 2, mediaType: mediaType.index, manifests: [named(all, tag), ...each] };
  writeFileSync(join(layout, "index.json"), JSON.stringify(index));
}

function writeJson(layout: string, type: string, content: unknown): Descriptor {
  return writeBlob(layout, type, Buffer.from(JSON.stringify(content)));
}

function writeBlob(layout: string, type: string, bytes: Buffer): Descriptor {
  const hash = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(join(layout, "blobs/sha256", hash), bytes);
  return { mediaType: type, digest: `sha256:${hash}`, size: bytes.length };
}
