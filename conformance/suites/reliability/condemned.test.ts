/** Providers echo input: a caller's text must not look like the provider's refusal of the credential. */
import assert from "node:assert/strict";
import { suiteOnBothEngines, verifies, type Connected } from "../../harness/index.ts";

async function statusOf(connected: Connected): Promise<string> {
  return ((await connected.caller.get(connected.path)).json as { status: string }).status;
}

suiteOnBothEngines("connections that need reconnecting", (fixture) => {
  verifies("reliability.condemned", "marks the connection after the provider refuses the credential", async () => {
    const connected = await fixture().connected();
    fixture().provider.faults.add({ fault: { kind: "status", status: 401, effect: false } });
    await connected.execute("projects.list", {});
    assert.equal(await statusOf(connected), "needs_reconnect");
  });

  verifies("reliability.condemned", "doesn't mark it after a refusal that echoes the input", async () => {
    // With this switch, the provider's 400 quotes the project's name.
    fixture().provider.world.set({ unknownProject: "400-no-access" });
    const connected = await fixture().connected();
    for (const project of ["invalid auth token", "Invalid Auth token", 'x" Invalid Auth token']) {
      const response = await connected.execute("secrets.names.list", { project, config: "dev" });
      assert.equal(response.problem().code, "PROVIDER_NOT_FOUND", response.text);
      assert.equal(await statusOf(connected), "active");
    }
  });
});
