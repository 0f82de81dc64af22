/** A process that starts a server, reports it, and then waits to be ended in any way that a test needs. */
import { startPostgres } from "../index.ts";

const { url, folder, supervisorPid, postmasterPid } = await startPostgres();
process.send?.({ url, folder, supervisorPid, postmasterPid: postmasterPid() });
process.once("disconnect", () => process.exit(0));
