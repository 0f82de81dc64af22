/** The form for an operator's decision on a proposal. */
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import { card } from "../elements.ts";
import { hiddenFields } from "../forms.ts";
import { emptyHtml, markup, type Html } from "../../html/markup.ts";

/** Renders the form. The digest identifies the content that the operator has seen. */
export function decisionForm(
  { id, digest }: ProposalRow,
  { formToken, reason, fault }: { formToken: string; reason: string; fault: string },
): Html {
  const state = fault === "" ? emptyHtml : markup` aria-invalid="true"`;
  const faults =
    fault === ""
      ? emptyHtml
      : markup`<div class="faults" role="alert"><h2>Please correct this</h2><ul><li><a href="#reason">${fault}</a></li></ul></div>`;
  return card(
    "Decide",
    markup`<p>If you approve, svc checks everything again and makes the call, once. You can't undo this.</p>
${faults}
<form method="post" action="/proposals/${id}/decide" class="resolve" aria-label="Decide on the proposal">
${hiddenFields({ csrf: formToken, digest })}
<div class="field"><label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" maxlength="200" aria-describedby="reason-hint" dir="auto"${state}>${reason}</textarea>
<span class="hint" id="reason-hint">Visible to the service client. Don't include secrets.</span></div>
<div class="actions"><button class="primary" name="decision" value="approve">Approve</button><button name="decision" value="deny">Deny</button></div>
</form>`,
  );
}
