/** A process that starts a server, says so, and then waits to be ended in whatever way a test likes. */
import { startPostgres } from "../index.ts";

const { url, folder, supervisorPid, postmasterPid } = await startPostgres();
process.send?.({ url, folder, supervisorPid, postmasterPid: postmasterPid() });
process.once("disconnect", () => process.exit(0));
