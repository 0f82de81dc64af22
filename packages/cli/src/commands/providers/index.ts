/** The command of `svc providers` that is written by hand. */
import type { NounCommands } from "../add-command.ts";

/** The commands by verb. */
export const providersByHand: NounCommands = {
  get(noun, add) {
    add(noun, "get <provider>", "Show a provider", ["svc providers get doppler"], () => import("./get.ts"));
  },
};
