/** The command of `svc webhooks` that is written by hand. */
import type { NounCommands } from "../add-command.ts";

/** The commands by verb. */
export const webhooksByHand: NounCommands = {
  listen(noun, add) {
    add(
      noun,
      "listen",
      "For development: send new events to a URL on your machine, signed like those to an endpoint. Ctrl-C stops it",
      [
        "svc webhooks listen --forward-to http://localhost:3000/webhooks/svc",
        "svc webhooks listen --forward-to http://localhost:3000/hooks --events connection.created,connection.needs_reconnect",
        "export WEBHOOK_SECRET=$(svc webhooks listen --print-secret)",
      ],
      () => import("./listen.ts"),
    )
      .option("--forward-to <url>", "where to send events: https, or http to this machine")
      .option("--events <types>", "only events of these types, separated by commas")
      .option(
        "--secret-file <file>",
        "a file with the signing secret, - for standard input; by default this machine's own",
      )
      .option("--print-secret", "print the signing secret and exit");
  },
};
