/** Providers say back what they were sent: a caller's words must not read as the provider's own. */
import assert from "node:assert/strict";
import { suite, verifies, type Connected } from "../../harness/index.ts";

async function statusOf(connected: Connected): Promise<string> {
  return ((await connected.caller.get(connected.path)).json as { status: string }).status;
}

suite("condemned connections", (fixture) => {
  verifies("reliability.condemned", "the provider's refusal of the credential marks the connection", async () => {
    const connected = await fixture().connected();
    fixture().provider.faults.add({ fault: { kind: "status", status: 401, effect: false } });
    await connected.execute("projects.list", {});
    assert.equal(await statusOf(connected), "needs_reconnect");
  });

  verifies("reliability.condemned", "an input that is echoed in a refusal does not", async () => {
    // Under this switch the provider's 400 quotes the project's name.
    fixture().provider.world.set({ unknownProject: "400-no-access" });
    const connected = await fixture().connected();
    for (const project of ["invalid auth token", "Invalid Auth token", 'x" Invalid Auth token']) {
      const answer = await connected.execute("secrets.names.list", { project, config: "dev" });
      assert.equal(answer.problem().code, "PROVIDER_NOT_FOUND", answer.text);
      assert.equal(await statusOf(connected), "active");
    }
  });
});
