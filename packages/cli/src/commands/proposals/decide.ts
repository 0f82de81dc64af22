/** `svc proposals decide`: only about the call that the person saw, which `--digest` stands for. */
import type { DecideProposal } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

type Flags = { decision: DecideProposal["decision"]; decidedBy: string; digest?: string; reason?: string };

/** Records what a person decided. @throws CommandFailure exit 2 without a digest; nothing is fetched in its place. */
export async function run(context: Context, [id = ""]: readonly string[], flags: Flags): Promise<void> {
  const { decision, decidedBy, digest, reason } = flags;
  if (digest === undefined) {
    const show = `svc proposals get ${id}`;
    throw new CommandFailure(
      2,
      `--digest is missing. It stands for the call that was read and decided about: it's the \`digest\` that \`${show}\` shows.`,
    );
  }
  const { proposals } = await context.tenant();
  context.show(await proposals.decide(id, { decision, digest, decidedBy, ...dropUndefined({ reason }) }));
}
