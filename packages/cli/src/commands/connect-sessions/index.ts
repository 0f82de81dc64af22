/** Declares `svc connect-sessions`. */
import { Option, type Command } from "commander";
import { authKinds, completions, connectSessionStatuses } from "@svc/contract/values";
import type { AddCommand } from "../add-command.ts";
import { addPageOptions, collect, keyFlag, keyText } from "../options.ts";

/** Adds `connect-sessions` to the program. */
export function addConnectSessions(program: Command, add: AddCommand): void {
  const sessions = program.command("connect-sessions").description("Invite a user to connect an account");
  add(
    sessions,
    "create",
    "Create a Connect session. Its one-time token is shown only once",
    [
      "svc connect-sessions create --provider doppler --origin https://app.example.com \\\n  --return-url https://app.example.com/connected --action secrets.get --action secrets.set --format json",
    ],
    () => import("./create.ts"),
  )
    .requiredOption("--provider <slug>", "the provider to connect")
    .requiredOption("--origin <origin>", "the origin of your frontend")
    .requiredOption("--return-url <url>", "where the user returns to")
    .option("--action <action_id>", "an action to request (repeatable)", collect)
    .addOption(new Option("--auth-kind <kind>", "needed only if the provider has several").choices(authKinds))
    .option("--connection <id>", "reconnect this connection")
    .addOption(
      new Option("--completion <mode>", "whether your backend has to confirm with `complete`").choices(completions),
    )
    .option(keyFlag, keyText);
  add(
    sessions,
    "get <session_id>",
    "Show a Connect session",
    ["svc connect-sessions get cs_…"],
    () => import("./get.ts"),
  );
  const waitText = "Wait until a Connect session has ended or needs `complete`";
  add(
    sessions,
    "wait <session_id>",
    waitText,
    ["svc connect-sessions wait cs_… --timeout 600"],
    () => import("./wait.ts"),
  ).addHelpText("after", waitExitCodes);
  addPageOptions(
    add(
      sessions,
      "list",
      "List Connect sessions",
      ["svc connect-sessions list --status awaiting_confirmation"],
      () => import("./list.ts"),
    ).addOption(new Option("--status <status>", "only those with this status").choices(connectSessionStatuses)),
  );
  add(
    sessions,
    "cancel <session_id>",
    "Cancel a Connect session",
    ["svc connect-sessions cancel cs_…"],
    () => import("./cancel.ts"),
  );
  const completeText = "Confirm a Connect session with the user's completion code";
  add(
    sessions,
    "complete <session_id>",
    completeText,
    ['svc connect-sessions complete cs_… --completion-code "$CODE"'],
    () => import("./complete.ts"),
  ).requiredOption("--completion-code <code>", "the one-time code from the user's browser");
}

const waitExitCodes = `
Exit codes:
  0  the session is completed; connection_id names its connection
  1  it failed, was cancelled or expired, or --timeout passed before it ended
  1  it is awaiting_confirmation and needs \`svc connect-sessions complete\`; returns immediately
Any other exit code is that of the request, such as 4 for a session that doesn't exist.`;
