/** Commands for tenants, Connect sessions and connections. */
import { Option, type Command } from "commander";
import type { AddCommand } from "./add-command.ts";
import { authKinds, completions, connectionStatuses, connectSessionStatuses } from "@svc/contract/values";

const keyFlag = "--idempotency-key <key>";
const keyText = "idempotency key of this request; created if you don't give one";

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** tenants, connect-sessions, connections. */
export function addConnectCommands(program: Command, add: AddCommand): void {
  const tenants = program.command("tenants").description("Manage tenants, your customers");
  add(tenants, "create", "Create a tenant", () => import("../commands/tenants/create.ts"))
    .requiredOption("--external-id <id>", "your own ID for the tenant")
    .requiredOption("--display-name <name>", "the name that its users see")
    .option(keyFlag, keyText);
  add(tenants, "list", "List tenants", () => import("../commands/tenants/list.ts"))
    .option("--external-id <id>", "only the tenant with this external ID")
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(tenants, "get [tenant_id]", "Show a tenant", () => import("../commands/tenants/get.ts"));
  add(tenants, "update [tenant_id]", "Rename a tenant", () => import("../commands/tenants/update.ts")).requiredOption(
    "--display-name <name>",
    "the name that its users see",
  );

  const sessions = program.command("connect-sessions").description("Invite a user to attach a credential");
  add(
    sessions,
    "create",
    "Create a Connect session. Its one-time token is shown only once",
    () => import("../commands/connect-sessions/create.ts"),
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
  add(sessions, "get <session_id>", "Show a Connect session", () => import("../commands/connect-sessions/get.ts"));
  add(
    sessions,
    "wait <session_id>",
    "Wait until a Connect session has ended or needs `complete`",
    () => import("../commands/connect-sessions/wait.ts"),
  ).addHelpText(
    "after",
    `
Exit codes:
  0  the session is completed; connection_id names its connection
  1  it failed, was cancelled or expired, or --timeout passed before it ended
  1  it is awaiting_confirmation and needs \`svc connect-sessions complete\`; returns at once
Any other exit code is that of the request, such as 4 for a session that doesn't exist.`,
  );
  add(sessions, "list", "List Connect sessions", () => import("../commands/connect-sessions/list.ts"))
    .addOption(new Option("--status <status>", "only those with this status").choices(connectSessionStatuses))
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(
    sessions,
    "cancel <session_id>",
    "Cancel a Connect session",
    () => import("../commands/connect-sessions/cancel.ts"),
  );
  add(
    sessions,
    "complete <session_id>",
    "Confirm a Connect session with the code that came back",
    () => import("../commands/connect-sessions/complete.ts"),
  ).requiredOption("--completion-code <code>", "the one-time code from the user's browser");
  sessions.addHelpText(
    "after",
    `
Examples:
  svc connect-sessions create --provider doppler --origin https://app.example.com \\
    --return-url https://app.example.com/connected --action secrets.get --action secrets.set --format json
  svc connect-sessions wait cs_… --timeout 600`,
  );

  const connections = program.command("connections").description("Manage a tenant's connections");
  add(connections, "list", "List connections", () => import("../commands/connections/list.ts"))
    .option("--provider <slug>", "only connections to this provider")
    .addOption(new Option("--status <status>", "only those with this status").choices(connectionStatuses))
    .option("--limit <n>", "items per page (1-100)")
    .option("--cursor <cursor>", "cursor of the page to show");
  add(connections, "get <connection_id>", "Show a connection", () => import("../commands/connections/get.ts"));
  add(
    connections,
    "test <connection_id>",
    "Ask the provider whether the credential works",
    () => import("../commands/connections/test.ts"),
  ).option(keyFlag, keyText);
  add(
    connections,
    "disconnect <connection_id>",
    "Destroy the stored credential. Nothing is revoked at the provider",
    () => import("../commands/connections/disconnect.ts"),
  );
}
