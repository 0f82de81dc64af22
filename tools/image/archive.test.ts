/** The archive names the image as the deployment files do, and not as one on a public registry. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { published, publishedVersion } from "../release/names.ts";
import { writeArchive } from "./archive.ts";
import { createLayout, writeImage } from "./oci.ts";

test("an archive loads under a name that no registry answers for", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-archive-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  createLayout(folder);
  const image = writeImage(folder, { architecture: "x64", config: { Labels: {} }, layers: [], seconds: 1_700_000_000 });
  const file = writeArchive(folder, folder, image, 1_700_000_000);
  const read = (name: string): unknown =>
    JSON.parse(
      execFileSync("tar", ["--extract", "--to-stdout", `--file=${join(folder, file)}`, name], { encoding: "utf8" }),
    );
  const name = `${published.localImage}:${publishedVersion()}`;
  assert.match(name, /^localhost\//);
  assert.deepEqual(
    (read("manifest.json") as { RepoTags: string[] }[]).map(({ RepoTags }) => RepoTags),
    [[name]],
  );
  const { manifests } = read("index.json") as { manifests: { annotations: Record<string, string> }[] };
  assert.deepEqual(
    manifests.map(({ annotations }) => annotations["io.containerd.image.name"]),
    [name],
  );
});
