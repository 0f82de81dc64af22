/** `npm run example`: starts Harbor with a sandbox server. Nothing leaves your machine. */
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startExample } from "./launch.ts";

// Refuses every argument.
parseArgs();
const starting = startExample();
// Registered first, so that a signal during startup stops the server too.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void starting.then((example) => example.stop()).finally(() => process.exit(0)));
}
const example = await starting;
console.log(`
Open   ${example.url}
Paste  ${example.token}
       (a Doppler token that only the simulated Doppler accepts)

Save a secret with one of these names to see how Harbor handles a failure:
  SVC_TEST_LOSE_RESPONSE   the response is lost, so the outcome is unknown
  SVC_TEST_429           Doppler limits requests
  no_capitals            the name is invalid

Type "revoke" and Enter to make Doppler refuse the token: open Secrets, then reconnect with this one.
       ${example.secondToken}

Press Ctrl+C to stop everything. Harbor's log follows.
`);

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim() !== "revoke") return;
  example.doppler.world.revoke(example.token);
  console.log("Doppler refuses the token from now on.");
});
