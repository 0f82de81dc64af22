/** The command of `svc tokens` that is written by hand. */
import type { NounCommands } from "../add-command.ts";

/** The commands by verb. */
export const tokensByHand: NounCommands = {
  revoke(noun, add) {
    add(
      noun,
      "revoke [token_id]",
      "Revoke a token, or all tokens of a tenant or label, including tokens created from them",
      ["svc tokens revoke dtk_…", "svc tokens revoke --label ticket-4711"],
      () => import("./revoke.ts"),
    ).option("--label <label>", "those with this label");
  },
};
