/** A kept-alive TCP connection to the provider after a connection gets a different credential or is disconnected. */
import { tokens } from "@svc/provider-doppler/simulator";
import { connect, until, type Connected } from "../../conformance/harness/index.ts";
import { goodResponse } from "./wire-faults.ts";
import type { RawProvider, RawRequest } from "./raw-provider.ts";

/**
 * Tests both with one connection, which is disconnected afterwards.
 * @param name prefix of its projects.
 * @returns violations, one sentence each.
 */
export async function proveDepartures(
  provider: RawProvider,
  connected: Connected,
  name: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const ask = async (project: string): Promise<RawRequest> => {
    provider.script(project, (request) => (socket) => void socket.write(goodResponse(request)));
    const response = await connected.execute("secrets.get", { project, config: "dev", name: "WIRE" });
    const last = provider.of(project).at(-1);
    if (response.status !== 200 || last === undefined) throw new Error(`An execution failed: ${response.text}`);
    return last;
  };
  const { caller, tenantId, id } = connected;
  const before = await ask(`old-${name}`);
  await connect(caller, tenantId, tokens.serviceAccount, { connection_id: id, requestedActions: undefined });
  const after = await ask(`new-${name}`);
  if (after.connection === before.connection)
    faults.push("a new credential went on a connection that the old one left");
  const gone = await caller.delete(connected.path);
  if (gone.status >= 300) throw new Error(`The connection was not disconnected: ${gone.text}`);
  await until(60_000, "what was kept is closed", () => (provider.isOpen(after.connection) ? null : true));
  return faults;
}
