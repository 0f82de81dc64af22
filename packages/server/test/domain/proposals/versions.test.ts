/** What an approval covers: the action as it was declared and, for a remote tool, as it was reviewed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionVersion } from "../../../src/domain/proposals/digest.ts";
import { setThing } from "../executions/world.ts";

test("an approval doesn't cover a tool that was reviewed again, even if its schemas and texts are the same", () => {
  const reviewed = (toolDigest: string): string => actionVersion({ ...setThing, toolDigest });
  assert.equal(reviewed("sha256:a"), reviewed("sha256:a"));
  assert.notEqual(reviewed("sha256:a"), reviewed("sha256:b"));
  assert.notEqual(reviewed("sha256:a"), actionVersion(setThing));
});
