/** Commands about tenants and how their credentials are attached. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { authKinds, completions, connectionStatuses, connectSessionStatuses } from "@svc/contract/values";

const keyFlag = "--idempotency-key <key>";
const keyText = "key of this request; one is made where none is given";

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** tenants, connect-sessions, connections. */
export function addConnectCommands(program: Command, add: AddCommand): void {
  const tenants = program.command("tenants").description("your customers, as this server knows them");
  add(tenants, "create", "make a tenant", () => import("../commands/tenants/create.ts"))
    .requiredOption("--external-id <id>", "your own name for it, unique")
    .requiredOption("--display-name <name>", "the name that its people see")
    .option(keyFlag, keyText);
  add(tenants, "list", "list tenants", () => import("../commands/tenants/list.ts"))
    .option("--external-id <id>", "only the one with your name for it")
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(tenants, "get [tenant_id]", "show a tenant", () => import("../commands/tenants/get.ts"));
  add(tenants, "update [tenant_id]", "rename a tenant", () => import("../commands/tenants/update.ts")).requiredOption(
    "--display-name <name>",
    "the name that its people see",
  );

  const sessions = program.command("connect-sessions").description("one-time invitations to attach a credential");
  add(
    sessions,
    "create",
    "open a session; its one-time token is printed this once",
    () => import("../commands/connect-sessions/create.ts"),
  )
    .requiredOption("--provider <slug>", "the provider to connect")
    .requiredOption("--origin <origin>", "the origin of the frontend that finishes it")
    .requiredOption("--return-url <url>", "where the end user returns to")
    .option("--action <action_id>", "an action to ask for; repeat it for more", collect)
    .addOption(new Option("--auth-kind <kind>", "needed only where the provider has several").choices(authKinds))
    .option("--connection <id>", "reconnect this connection in place")
    .addOption(new Option("--completion <mode>", "whether `complete` has to confirm it").choices(completions))
    .option(keyFlag, keyText);
  add(sessions, "get <session_id>", "show a session", () => import("../commands/connect-sessions/get.ts"));
  add(
    sessions,
    "wait <session_id>",
    "wait until a session has ended, or needs `complete`",
    () => import("../commands/connect-sessions/wait.ts"),
  ).addHelpText(
    "after",
    `
Exit codes:
  0  the session is completed; connection_id names its connection
  1  it failed, was cancelled or expired, or --timeout was over before it ended
  1  at once when it is awaiting_confirmation: it needs \`svc connect-sessions complete\`
Any other exit code is that of the request, such as 4 for a session that does not exist.`,
  );
  add(sessions, "list", "list sessions", () => import("../commands/connect-sessions/list.ts"))
    .addOption(new Option("--status <status>", "only those in this state").choices(connectSessionStatuses))
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(sessions, "cancel <session_id>", "end a session", () => import("../commands/connect-sessions/cancel.ts"));
  add(
    sessions,
    "complete <session_id>",
    "confirm a session with the code that came back",
    () => import("../commands/connect-sessions/complete.ts"),
  ).requiredOption("--completion-code <code>", "the one-time code");
  sessions.addHelpText(
    "after",
    `
Examples:
  svc connect-sessions create --provider doppler --origin https://app.example.com \\
    --return-url https://app.example.com/connected --action secrets.get --action secrets.set --format json
  svc connect-sessions wait cs_… --timeout 600`,
  );

  const connections = program.command("connections").description("credentials that are attached to a tenant");
  add(connections, "list", "list connections", () => import("../commands/connections/list.ts"))
    .option("--provider <slug>", "only of this provider")
    .addOption(new Option("--status <status>", "only those in this state").choices(connectionStatuses))
    .option("--limit <n>", "items a page, 1 to 100")
    .option("--cursor <cursor>", "where the page starts");
  add(connections, "get <connection_id>", "show a connection", () => import("../commands/connections/get.ts"));
  add(
    connections,
    "test <connection_id>",
    "ask the provider whether the credential is alive",
    () => import("../commands/connections/test.ts"),
  ).option(keyFlag, keyText);
  add(
    connections,
    "disconnect <connection_id>",
    "destroy the stored credential; nothing is revoked at the provider",
    () => import("../commands/connections/disconnect.ts"),
  );
}
