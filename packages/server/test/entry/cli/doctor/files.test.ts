/** The doctor's checks of files, keys and the process: what others can read, change, guess or open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  databaseFiles,
  fileFinding,
  fileOwners,
  secretsInVariables,
  vaultKeyFile,
  vaultKeys,
} from "../../../../src/entry/cli/doctor/files.ts";
import { coreDumps, codeVersion, debuggerCheck, openFiles } from "../../../../src/entry/cli/doctor/machine.ts";
import { fileSystem, sqliteLog } from "../../../../src/entry/cli/doctor/database.ts";
import type { FileFact, FileKind, ProcessFacts } from "../../../../src/entry/cli/environment.ts";
import { createEnvironment, findings, statusOf } from "./subject.ts";

const file = (mode: number, change: Partial<FileFact> = {}): FileFact => ({
  what: "the vault key",
  path: "/etc/svc/vault-key",
  mode,
  ownerId: 1000,
  isFolder: false,
  ...change,
});

test("a file that others can read or change fails; one that a group can read warns, unless root mounted it", () => {
  const judged = (mode: number, change: Partial<FileFact> = {}) => fileFinding(file(mode, change)).status;
  assert.deepEqual([judged(0o600), judged(0o400)], ["ok", "ok"]);
  assert.deepEqual([judged(0o644), judged(0o666), judged(0o604), judged(0o602)], ["fail", "fail", "fail", "fail"]);
  assert.deepEqual([judged(0o640), judged(0o660)], ["warn", "fail"]);
  assert.deepEqual([judged(0o440, { ownerId: 0 }), judged(0o460, { ownerId: 0 })], ["ok", "fail"]);
  const { detail, remedy } = fileFinding(file(0o644));
  assert.match(detail, /the vault key \(\/etc\/svc\/vault-key\) has mode 0644: others can read it/);
  assert.equal(remedy, "chmod 0600 /etc/svc/vault-key");
});

test("a folder where others can replace files fails; one that they can list warns", () => {
  const judged = (mode: number, ownerId = 1000) => fileFinding(file(mode, { isFolder: true, ownerId })).status;
  assert.deepEqual([judged(0o700), judged(0o755), judged(0o750), judged(0o711)], ["ok", "warn", "warn", "warn"]);
  assert.deepEqual([judged(0o777), judged(0o770), judged(0o1777, 0)], ["fail", "fail", "ok"]);
  assert.equal(judged(0o755, 0), "ok");
});

test("each bad file has a line, and good files share one", async () => {
  const at = (files: readonly FileFact[]) => ({ environment: createEnvironment({ files: () => files }) });
  assert.equal(await statusOf(databaseFiles, at([file(0o600), file(0o666), file(0o644)])), "fail,fail");
  assert.equal(await statusOf(databaseFiles, at([file(0o600), file(0o600)])), "ok");
  assert.equal(await statusOf(vaultKeyFile, at([])), "ok");
});

test("files belong to the server's user or, secrets, to root", async () => {
  const judged = (userId: number | null, owners: Partial<Record<FileKind, number>>) => {
    const files = (kind: FileKind) => (owners[kind] === undefined ? [] : [file(0o600, { ownerId: owners[kind] })]);
    return statusOf(fileOwners, { environment: createEnvironment({ files }, { userId }) });
  };
  assert.equal(await judged(1000, { database: 1000, "vault key": 0 }), "ok");
  assert.equal(await judged(1000, { database: 1000, "vault key": 1001 }), "fail");
  assert.equal(await judged(1000, { database: 0 }), "fail");
  assert.equal(await judged(0, { database: 1000, "vault key": 1000, secret: 0 }), "ok");
  assert.equal(await judged(0, { database: 1000, secret: 1001 }), "fail");
  assert.equal(await judged(0, { database: 0 }), "ok");
  assert.equal(await judged(1000, {}), "ok");
  assert.equal(await judged(null, { database: 1000 }), "look");
});

test("a guessable key fails, and is named by its id", async () => {
  const keys = [
    { id: "old", weakness: null },
    { id: "new", weakness: "is 32 zero bytes" },
  ];
  const [found] = await findings(vaultKeys, { setting: { vaultKeys: keys } });
  assert.equal(found?.status, "fail");
  assert.match(found?.detail ?? "", /^key new is 32 zero bytes/);
  assert.equal(await statusOf(vaultKeys, { setting: { vaultKeys: [] } }), "look");
});

test("warns about secrets in variables by name", async () => {
  const environment = createEnvironment({ inlineSecrets: () => ["SVC_VAULT_KEYS"] });
  const [found] = await findings(secretsInVariables, { environment });
  assert.deepEqual([found?.status, found?.detail.startsWith("SVC_VAULT_KEYS:")], ["warn", true]);
});

const at = (change: Partial<ProcessFacts>) => ({ environment: createEnvironment({}, change) });

test("core dumps must be off, and so must programs that the kernel passes them to", async () => {
  assert.equal(await statusOf(coreDumps, at({ coreBytes: 0 })), "ok");
  assert.equal(await statusOf(coreDumps, at({ coreBytes: Number.POSITIVE_INFINITY })), "warn");
  assert.equal(await statusOf(coreDumps, at({ coreBytes: 4096 })), "warn");
  assert.equal(await statusOf(coreDumps, at({ coreBytes: null })), "look");
  assert.equal(await statusOf(coreDumps, at({ corePattern: "|/usr/lib/systemd/systemd-coredump %P" })), "ok");
  assert.equal(await statusOf(coreDumps, at({ corePattern: "|/usr/bin/keeps-all %P" })), "look");
});

test("checks the debugger, the limit of open files and the version of Node.js", async () => {
  assert.equal(await statusOf(debuggerCheck, at({ opensDebugger: "never" })), "ok");
  assert.equal(await statusOf(debuggerCheck, at({ opensDebugger: "on signal" })), "warn");
  assert.equal(await statusOf(debuggerCheck, at({ opensDebugger: "now" })), "fail");
  assert.equal(await statusOf(openFiles, at({ openFilesMax: 14_596 })), "ok");
  assert.equal(await statusOf(openFiles, at({ openFilesMax: 1024 })), "warn");
  assert.equal(await statusOf(openFiles, at({ openFilesMax: null })), "look");
  assert.equal(await statusOf(codeVersion, at({ nodeVersion: "24.0.0" })), "ok");
  assert.equal(await statusOf(codeVersion, at({ nodeVersion: "22.9.0" })), "fail");
});

test("warns about SQLite on a network file system, and about a large log", async () => {
  const nfs = 0x6969;
  const ext4 = 0xef53;
  const on = (type: number) => ({ environment: createEnvironment({ fileSystemType: () => type }) });
  assert.match((await findings(fileSystem, on(nfs)))[0]?.detail ?? "", /is on NFS/);
  assert.deepEqual([await statusOf(fileSystem, on(nfs)), await statusOf(fileSystem, on(ext4))], ["warn", "ok"]);
  const log = (bytes: number) => ({ environment: createEnvironment({ logBytes: () => bytes }) });
  const limit = 256 * 1024 * 1024;
  assert.deepEqual([await statusOf(sqliteLog, log(limit)), await statusOf(sqliteLog, log(limit + 1))], ["ok", "warn"]);
});
