/** The part that moves the root key between key services, with servers and commands that are killed. */
import { atLeast, none, type Part } from "../part.ts";
import { runMoves } from "../vault/key-service-scenario.ts";

/** Two servers on PostgreSQL. */
export const keyServices: Part = {
  name: "key-services",
  proves:
    "moving the root key between all kinds of key services, with killed servers and commands and services that are away, loses no credential",
  numbers: { rotations: 200, "moved-credentials": 12, "move-kills": 1 },
  async run(options) {
    const rotations = options.number("rotations");
    const result = await runMoves({
      seed: options.seed,
      rotations,
      credentials: options.number("moved-credentials"),
      kills: options.number("move-kills"),
      log: options.log,
    });
    for (const text of result.faults.slice(0, 20)) options.log(text);
    return [
      { name: "rotations", value: String(rotations), isMet: true },
      atLeast("different moves, of 25", result.moves, Math.min(20, Math.floor(rotations / 4))),
      atLeast("kills of servers", result.serverKills, rotations * 2),
      atLeast("kills of the command", result.commandKills, 1),
      atLeast("starts while the key service was away", result.outages, 1),
      atLeast("uses of credentials", result.opened, rotations),
      none("lost, undecryptable or under an old key, and root keys written anywhere", result.faults),
    ];
  },
};
