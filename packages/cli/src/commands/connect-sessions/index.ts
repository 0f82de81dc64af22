/** The commands of `svc connect-sessions` that are written by hand. */
import { Option } from "commander";
import { authKinds, completions } from "@svc/contract/values";
import type { NounCommands } from "../add-command.ts";
import { collect, keyFlag, keyText } from "../options.ts";

/** The commands by verb. */
export const connectSessionsByHand: NounCommands = {
  create(noun, add) {
    add(
      noun,
      "create",
      "Create a Connect session. Its one-time token is shown only once",
      [
        "svc connect-sessions create --provider doppler --origin https://app.example.com \\\n  --return-url https://app.example.com/connected --action secrets.get --action secrets.set --format json",
        "svc connect-sessions create --replace cs_…",
      ],
      () => import("./create.ts"),
    )
      .option("--provider <slug>", "the provider to connect")
      .option("--origin <origin>", "the origin of your frontend")
      .option("--return-url <url>", "where the user returns to")
      .option("--action <action_id>", "an action to request (repeatable)", collect)
      .option("--event <type>", "an event of the provider to request, such as push (repeatable)", collect)
      .addOption(new Option("--auth-kind <kind>", "needed only if the provider has several").choices(authKinds))
      .option("--connection <id>", "reconnect this connection")
      .addOption(
        new Option("--completion <mode>", "whether your backend has to confirm with `complete`").choices(completions),
      )
      .addOption(
        new Option(
          "--replace <session_id>",
          "create one like this session, with a new link, and cancel this one",
        ).conflicts(replacedFlags),
      )
      .option(keyFlag, keyText);
  },
  wait(noun, add) {
    add(
      noun,
      "wait <session_id>",
      "Wait until a Connect session has ended or needs `complete`",
      ["svc connect-sessions wait cs_… --timeout 600"],
      () => import("./wait.ts"),
    ).addHelpText("after", waitExitCodes);
  },
};

/** What the replaced session says. */
const replacedFlags = ["provider", "origin", "returnUrl", "action", "event", "authKind", "connection", "completion"];

const waitExitCodes = `
Exit codes:
  0  the session is completed; connection_id names its connection
  1  it failed, was cancelled or expired, or --timeout passed before it ended
  1  it is awaiting_confirmation and needs \`svc connect-sessions complete\`; returns immediately
Any other exit code is that of the request, such as 4 for a session that doesn't exist.`;
