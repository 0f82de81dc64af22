/** The part that rotates every key of thousands of credentials under load, with commands that are killed. */
import { atLeast, none, type Figure, type Part } from "../part.ts";
import { runKeyChanges } from "../vault/scenario.ts";

/** New root keys and new tenant keys on each engine. */
export const vault: Part = {
  name: "vault",
  proves:
    "rotating all root and tenant keys under load, with killed commands, loses no credential, and the old root key can be removed",
  numbers: { credentials: 10_000, each: 4, oauth: 20, "vault-kills": 8 },
  async run(options) {
    const figures: Figure[] = [];
    for (const engine of options.engines) {
      const credentials = options.number("credentials");
      const result = await runKeyChanges({
        engine,
        seed: options.seed,
        credentials,
        each: options.number("each"),
        oauth: options.number("oauth"),
        kills: options.number("vault-kills"),
        log: options.log,
      });
      for (const text of result.faults.slice(0, 20)) options.log(text);
      const { executes, renewing, reconnects, connects, disconnects } = result;
      figures.push(
        atLeast(`${engine}: credentials used after the old key went`, result.opened, credentials),
        atLeast(`${engine}: kills of the commands`, result.kills, 1),
        atLeast(`${engine}: token refreshes meanwhile`, result.refreshes, 1),
        { name: `${engine}: executions meanwhile`, value: `${executes + renewing}`, isMet: executes > 0 },
        {
          name: `${engine}: reconnected, connected, disconnected`,
          value: `${reconnects}, ${connects}, ${disconnects}`,
          isMet: reconnects > 0 && connects > 0 && disconnects > 0,
        },
        none(`${engine}: lost, undecryptable or under an old key`, result.faults),
      );
    }
    return figures;
  },
};
