/** Declares `svc policy`. */
import type { Command } from "commander";
import type { AddCommand } from "../add-command.ts";

/** Adds `policy` to the program. */
export function addPolicy(program: Command, add: AddCommand): void {
  const policy = program.command("policy").description("Check what the policy decides about a call");
  add(
    policy,
    "test <action_id>",
    "Say whether a call with this key is allowed, needs approval or is denied, and why. Nothing is sent",
    [
      "svc policy test doppler/secrets.delete --connection con_…",
      'svc policy test issues.create --connection con_… --input \'{"owner":"octocat","repo":"hello-world","title":"t"}\'',
    ],
    () => import("./test.ts"),
  )
    .requiredOption("--connection <id>", "the connection")
    .option("--input <json>", "the input: JSON, @file, or - for standard input; {} if omitted")
    .addHelpText("after", helpText);
}

const helpText = `
It exits with the code that svc actions execute would have:
  0 allow   3 deny   8 ask: a person has to approve the call`;
