/** The published manifests, and what happens to sources' paths. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isOurs } from "../release/names.ts";
import { withBuiltSpecifiers } from "./compile.ts";
import { assetFolders, builtExports, builtPath, publishedManifest } from "./manifest.ts";
import { billOf, writeSboms, type Bill } from "./sbom.ts";
import { publishedWorkspaces } from "./workspaces.ts";

test("sources become JavaScript with types, assets stay, and internal exports are omitted", () => {
  assert.equal(builtPath("./src/a/b.ts"), "dist/a/b.ts");
  assert.equal(builtPath("simulator/index.ts"), "dist/simulator/index.ts");
  const sources = { ".": "./src/index.ts", "./page.js": "./generated/page.js", "./build": "./build.ts" };
  assert.deepEqual(builtExports(sources), {
    ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
    "./page.js": "./generated/page.js",
    "./package.json": "./package.json",
  });
});

test("declarations name existing files", () => {
  const declarations = 'export { a } from "./a.ts";\ntype B = import("../b/c.ts").B;\nimport d from "d.ts";';
  assert.equal(
    withBuiltSpecifiers(declarations),
    'export { a } from "./a.js";\ntype B = import("../b/c.js").B;\nimport d from "d.ts";',
  );
});

test("a manifest names its repository only if one is given, and has the fields that npm requires of a public package", () => {
  const sdk = publishedWorkspaces().find(({ manifest }) => manifest.name === "@svc/sdk");
  assert.ok(sdk !== undefined);
  assert.equal("repository" in publishedManifest(sdk, null, ["dist"]), false);
  const { repository, publishConfig, files } = publishedManifest(sdk, "https://git.acme.test/acme/svc", ["dist"]);
  const expected = { type: "git", url: "git+https://git.acme.test/acme/svc.git", directory: "packages/sdk" };
  assert.deepEqual(repository, expected);
  assert.deepEqual(publishConfig, { access: "public", provenance: true });
  assert.deepEqual(files, ["dist"]);
});

test("every package that another needs is published, at the required version", () => {
  const workspaces = publishedWorkspaces();
  const versions = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]));
  for (const { manifest } of workspaces) {
    for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
      assert.match(wanted, /^\d+\.\d+\.\d+$/, `${manifest.name} → ${name}: an exact version`);
      if (isOurs(name)) assert.equal(versions.get(name), wanted, `${manifest.name} → ${name}`);
    }
  }
  const ui = workspaces.find(({ manifest }) => manifest.name === "@svc/connect-ui");
  assert.deepEqual(ui && assetFolders(ui.manifest), ["generated", "messages"]);
});

test("a bill of materials describes its package", () => {
  const components = [
    { "bom-ref": "@svc/sdk@0.1.0", name: "@svc/sdk" },
    { "bom-ref": "typebox@1.4.3", name: "typebox" },
  ];
  const bill = billOf("@svc/sdk", {
    metadata: { component: { "bom-ref": "installed@0.1.0" } },
    components,
    dependencies: [
      { ref: "installed@0.1.0", dependsOn: ["@svc/sdk@0.1.0"] },
      { ref: "@svc/sdk@0.1.0", dependsOn: ["typebox@1.4.3"] },
    ],
  });
  assert.deepEqual(bill.metadata.component, { "bom-ref": "@svc/sdk@0.1.0", name: "@svc/sdk" });
  assert.deepEqual(bill.components, [{ "bom-ref": "typebox@1.4.3", name: "typebox" }]);
  assert.deepEqual(bill.dependencies, [{ ref: "@svc/sdk@0.1.0", dependsOn: ["typebox@1.4.3"] }]);
  assert.throws(() => billOf("@svc/other", bill), /left @svc\/other itself out/);
});

test("npm's own bill for the server names everything that the server needs, under the server's name", () => {
  const out = mkdtempSync(join(tmpdir(), "svc-sbom-"));
  try {
    const [file = ""] = writeSboms(out, ["@svc/server"]);
    const text = readFileSync(join(out, file), "utf8");
    const bill = JSON.parse(text) as Bill & { bomFormat: string };
    assert.equal(bill.bomFormat, "CycloneDX");
    const names = bill.components.map(({ name }) => name);
    const server = publishedWorkspaces().find(({ manifest }) => manifest.name === "@svc/server");
    for (const name of Object.keys(server?.manifest.dependencies ?? {})) assert.ok(names.includes(name), name);
    assert.equal(names.includes("typescript"), false, "a development dependency");
    const refs = new Set([bill.metadata.component, ...bill.components].map((component) => component["bom-ref"]));
    for (const { ref, dependsOn = [] } of bill.dependencies) {
      for (const named of [ref, ...dependsOn]) assert.ok(refs.has(named), `${named} is in no component`);
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
