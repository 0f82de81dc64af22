/** `svc proposals decide`: decides only about the call that the person saw, which `--digest` identifies. */
import type { DecideProposal } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { dropUndefined } from "../paging.ts";

type Flags = { decision: DecideProposal["decision"]; decidedBy: string; digest?: string; reason?: string };

/** Records a person's decision. @throws CommandFailure exit 2 without a digest: it's never fetched instead. */
export async function run(context: Context, [id = ""]: readonly string[], flags: Flags): Promise<void> {
  const { decision, decidedBy, digest, reason } = flags;
  if (digest === undefined) {
    const show = `svc proposals get ${id}`;
    throw new CommandFailure(
      2,
      `--digest is missing. It identifies the call that the person decided about: pass the \`digest\` that \`${show}\` shows.`,
    );
  }
  const { proposals } = await context.tenant();
  context.show(await proposals.decide(id, { decision, digest, decidedBy, ...dropUndefined({ reason }) }));
}
