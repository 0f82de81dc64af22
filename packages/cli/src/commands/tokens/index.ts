/** Declares `svc tokens`. */
import { Option, type Command } from "commander";
import { actionEffects, delegatedTokenStatuses, tokenAudiences } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, collect } from "../options.ts";

/** Adds `tokens` to the program. */
export function addTokens(program: Command, add: AddCommand): void {
  const tokens = program
    .command("tokens")
    .description("Manage delegated tokens: narrow, short-lived tokens for agents");
  add(
    tokens,
    "create",
    "Create a token for one tenant. It is shown only once",
    ["svc tokens create --tenant acme --action 'github/issues.*' --max-effect write --expires-in 900 --json token"],
    () => import("./create.ts"),
  )
    .option("--connection <id>", "a connection that it may use; all by default (repeatable)", collect)
    .option(
      "--action <pattern>",
      "actions that it may execute, such as 'github/*'; all by default (repeatable)",
      collect,
    )
    .addOption(new Option("--max-effect <effect>", "the strongest effect of its actions").choices(actionEffects))
    .option("--max-executions <n>", "how many executions it may start")
    .option("--require-approval", "require a person's approval for every call with it that changes something")
    .option("--expires-in <seconds>", "its lifetime, at most 86400; an hour by default")
    .addOption(
      new Option("--audience <where>", "where it is accepted; everywhere by default (repeatable)")
        .choices(tokenAudiences)
        .argParser(collect),
    )
    .option("--subject <name>", "for the records: the person that it acts for")
    .option("--agent <name>", "for the records: the agent that holds it")
    .option("--label <label>", "a label for listing and revoking tokens");
  addPageOptions(
    add(
      tokens,
      "list",
      "List tokens, without their secrets",
      ["svc tokens list --status active"],
      () => import("./list.ts"),
    )
      .option("--label <label>", "only those with this label")
      .addOption(new Option("--status <status>", "only those with this status").choices(delegatedTokenStatuses)),
  );
  add(tokens, "get <token_id>", "Show a token, without its secret", ["svc tokens get dtk_…"], () => import("./get.ts"));
  add(
    tokens,
    "revoke [token_id]",
    "Revoke a token, or all tokens of a tenant or label, including tokens created from them",
    ["svc tokens revoke dtk_…", "svc tokens revoke --label ticket-4711"],
    () => import("./revoke.ts"),
  ).option("--label <label>", "those with this label");
}
