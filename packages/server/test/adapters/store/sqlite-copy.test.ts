/** Backups into folders where other users have put files in the way. */
import assert from "node:assert/strict";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { StoreCopyError } from "../../../src/adapters/store/errors.ts";
import { openStore } from "../../../src/adapters/store/open.ts";
import type { Store } from "../../../src/domain/database/port.ts";
import { openSqlite } from "../../../src/adapters/store/sqlite/open.ts";
import { createPrivateFile } from "../../../src/adapters/store/sqlite/files.ts";
import { testSeals } from "../../test-seals.ts";

describe("a backup into a shared folder", () => {
  let root: string;
  let shared: string;
  let store: Store;
  let umask: number;
  before(async () => {
    root = mkdtempSync(join(tmpdir(), "svc-copy-"));
    store = await openStore({
      seals: testSeals,
      url: `sqlite:${root}/data/svc.sqlite`,
      nowMs: Date.now,
      migrate: true,
      serve: false,
    });
    umask = process.umask(0);
  });
  after(async () => {
    process.umask(umask);
    await store.close();
    rmSync(root, { recursive: true });
  });
  beforeEach(() => {
    shared = mkdtempSync(join(root, "shared-"));
    chmodSync(shared, 0o1777);
  });

  const victimText = "another file of the operator's";
  function victim(): string {
    const path = join(root, "victim");
    writeFileSync(path, victimText, { mode: 0o644 });
    return path;
  }
  const to = () => join(shared, "backup.sqlite");
  const copy = () => {
    assert.ok(store.copyTo !== null);
    return store.copyTo(to());
  };
  /** Checks that the copy is complete and private, and left nothing else behind. */
  function assertCopy(planted: readonly string[]): void {
    const { mode, nlink } = lstatSync(to());
    assert.deepEqual([mode & 0o777, nlink], [0o600, 1]);
    const database = openSqlite(to());
    assert.equal(database.prepare("SELECT count(*) AS count FROM restores").get()?.["count"], 1);
    database.close();
    const left = readdirSync(shared).filter((name) => !/^backup\.sqlite(?:-wal|-shm)?$/.test(name));
    assert.deepEqual(left.sort(), [...planted].sort());
  }

  // The known name, and the journal that SQLite would look for next to it.
  const plantedNames = ["backup.sqlite.unfinished", "backup.sqlite.unfinished-journal", "backup.sqlite-journal"];
  const plants: Readonly<Record<string, (path: string) => void>> = {
    "a file that everyone may read and write": (path) => writeFileSync(path, "", { mode: 0o666 }),
    "a symbolic link to another file": (path) => symlinkSync(victim(), path),
    "a hard link of another file": (path) => linkSync(victim(), path),
    "a symbolic link to nothing": (path) => symlinkSync(join(shared, "nothing"), path),
    "a folder": (path) => mkdirSync(path, { mode: 0o777 }),
  };
  for (const [what, plant] of Object.entries(plants)) {
    test(`copies despite ${what} at each predictable name`, () => {
      victim();
      for (const name of plantedNames) plant(join(shared, name));
      assert.deepEqual(copy(), { warning: null });
      assert.equal(readFileSync(join(root, "victim"), "utf8"), victimText);
      for (const name of plantedNames) rmSync(join(shared, name), { recursive: true });
      assertCopy([]);
    });

    test(`makes no copy over ${what} at the copy's name`, () => {
      plant(to());
      const mode = lstatSync(to()).mode;
      assert.throws(copy, (error) => error instanceof StoreCopyError && /already exists/.test(error.message));
      assert.equal(lstatSync(to()).mode, mode);
      assert.deepEqual(readdirSync(shared), ["backup.sqlite"]);
    });

    test(`creates no private file over ${what}`, () => {
      const path = join(shared, "private");
      plant(path);
      assert.throws(() => createPrivateFile(path), /EEXIST/);
    });
  }

  test("warns about a folder where anyone can replace files, unless the sticky bit is set", () => {
    assert.deepEqual(copy(), { warning: null });
    rmSync(to());
    chmodSync(shared, 0o777);
    assert.match(copy().warning ?? "", /^anyone can replace files in .*shared-/);
    assertCopy([]);
  });

  test("names a missing folder, and a file in its place", () => {
    rmSync(shared, { recursive: true });
    assert.throws(copy, /can't be written \(ENOENT\)/);
    writeFileSync(shared, "");
    assert.throws(copy, /can't be written \(ENOTDIR\)/);
    assert.equal(statSync(shared).size, 0);
  });
});
