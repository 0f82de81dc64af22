/** The files that a file of `svc-server apply` names: where they are seen from, and what is wrong with them. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { DesiredState } from "../../../src/domain/desired-state/document.ts";
import { currentState } from "../../../src/domain/desired-state/current.ts";
import { keyFileFaults, readSecrets, withPathsFrom } from "../../../src/entry/cli/desired-files.ts";
import { readReviews } from "../../../src/entry/cli/desired-providers.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-desired-"));
after(() => rmSync(folder, { recursive: true }));
const nothing = currentState({ serviceClients: [], oauthApps: [], mcpServers: [], nowMs: 0 });

function clientWith(...keyFiles: readonly string[]): DesiredState {
  const keys = keyFiles.map((keyFile, at) => ({ name: `key ${String(at)}`, keyFile }));
  return { serviceClients: [{ name: "harbor", keys }] };
}

function appWith(secret: string, eventsSecret?: string): DesiredState {
  const events = eventsSecret === undefined ? {} : { eventsSecret };
  return { oauthApps: [{ provider: "github", clientId: "one", secret, ...events }] };
}

test("sees relative paths from the file's folder, and leaves others alone", () => {
  const desired = { ...clientWith("a.key", "/b.key"), ...appWith("file:c", "env:D") };
  assert.deepEqual(withPathsFrom("conf", desired), {
    ...clientWith("conf/a.key", "/b.key"),
    ...appWith("file:conf/c", "env:D"),
  });
  assert.deepEqual(withPathsFrom(".", desired), desired);
  assert.deepEqual(withPathsFrom("conf", {}), {});
});

test("refuses new keys that couldn't be written, each at its place", async () => {
  writeFileSync(join(folder, "taken.key"), "");
  mkdirSync(join(folder, "closed"));
  chmodSync(join(folder, "closed"), 0o500);
  const at = (...names: readonly string[]) => clientWith(...names.map((name) => join(folder, name)));
  const faults = async (desired: DesiredState) =>
    (await keyFileFaults(desired, nothing)).map(({ pointer, message }) => `${pointer} ${message}`);
  assert.deepEqual(await faults(at("one.key", "two.key")), []);
  const pointer = (index: number): string => `/serviceClients/0/keys/${String(index)}/keyFile`;
  assert.deepEqual(await faults(at("one.key", "one.key", "nowhere/two.key", "taken.key")), [
    `${pointer(1)} Another new key is written to this file.`,
    `${pointer(2)} The folder ${folder}/nowhere doesn't exist. Create it first.`,
    `${pointer(3)} This file exists already, and the key would be new. Move it away, or name another.`,
  ]);
  // The superuser can write everywhere.
  const closed = process.getuid?.() === 0 ? [] : [`${pointer(0)} You can't write to the folder ${folder}/closed.`];
  assert.deepEqual(await faults(at("closed/one.key")), closed);
});

test("finds secrets, and refuses each that isn't where the file says or can't be one", async () => {
  writeFileSync(join(folder, "secret"), "from-a-file\n");
  writeFileSync(join(folder, "empty"), "\n");
  const variables: Readonly<Record<string, string>> = { HERE: "from-a-variable", SHORT: "short" };
  const read = (desired: DesiredState) => readSecrets(desired, { variable: (name) => variables[name] });
  const file = `file:${folder}/secret`;
  const { secrets, faults } = await read(appWith("env:HERE", file));
  assert.deepEqual(
    [Object.fromEntries(secrets), faults],
    [{ "env:HERE": "from-a-variable", [file]: "from-a-file" }, []],
  );
  const said = async (...references: Parameters<typeof appWith>) =>
    (await read(appWith(...references))).faults.map(({ pointer, message }) => `${pointer} ${message}`);
  assert.deepEqual(await said("env:UNSET", "file:/nowhere"), [
    "/oauthApps/0/secret The variable UNSET isn't set.",
    "/oauthApps/0/eventsSecret The file /nowhere can't be read (ENOENT).",
  ]);
  assert.deepEqual(await said(`file:${folder}/empty`, "env:SHORT"), [
    `/oauthApps/0/secret The file ${folder}/empty is empty.`,
    "/oauthApps/0/eventsSecret A secret for events is visible ASCII, from 8 to 500 characters, without spaces.",
  ]);
});

test("names the line of a review that can't be read, and what writes one", async () => {
  const { faults } = await readReviews([{ review: "notes.review.json" }], folder);
  const message = `${folder}/notes.review.json can't be read (ENOENT). \`svc-server providers add-mcp\` writes it.`;
  assert.deepEqual(faults, [{ pointer: "/providers/0/review", message }]);
});
