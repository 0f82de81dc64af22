/** The form that resolves an unknown outcome. */
import type { ExecutionRow } from "../../../domain/records/record.ts";
import { card, moment } from "../elements.ts";
import { hiddenFields } from "../forms.ts";
import { joined, markup, emptyHtml, type Html } from "../../html/markup.ts";

/** The outcomes that an operator can choose. */
export const outcomes = ["succeeded", "failed"] as const;
/** The longest note, in characters. */
export const noteLengthMax = 2000;

/** The operator's input and its faults. */
export type ResolutionInput = { outcome: string; note: string; faults: readonly { field: string; text: string }[] };

/** The input of an empty form. */
export const nothingEntered: ResolutionInput = { outcome: "", note: "", faults: [] };

/** Renders the form, or the time from which it is available; nothing for an execution with a definite outcome. */
export function resolutionForm(
  { id, status, settleAfter }: ExecutionRow,
  { formToken, nowMs, entered }: { formToken: string; nowMs: number; entered: ResolutionInput },
): Html {
  if (status !== "outcome_unknown") return emptyHtml;
  if (nowMs < settleAfter) {
    return card(
      "Resolve",
      markup`<p>The process that sent this request may still be sending it. You can resolve it after ${moment(settleAfter, nowMs)}.</p>`,
    );
  }
  return card(
    "Resolve",
    markup`<p>Check with the provider whether the request took effect, then record what you found.</p>
${faultsPart(entered.faults)}
<form method="post" action="/executions/${id}/resolve" class="resolve" aria-label="Resolve the outcome">
${hiddenFields({ csrf: formToken })}
${choicePart(entered)}
${notePart(entered)}
<div class="actions"><button class="primary">Review</button></div>
</form>`,
  );
}

function faultsPart(faults: ResolutionInput["faults"]): Html {
  if (faults.length === 0) return emptyHtml;
  const items = faults.map(({ field, text }) => markup`<li><a href="#${field}">${text}</a></li>`);
  return markup`<div class="faults" role="alert"><h2>Please correct this</h2><ul>${items}</ul></div>`;
}

const labels = { succeeded: "It took effect at the provider", failed: "It had no effect" } as const;

function choicePart({ outcome, faults }: ResolutionInput): Html {
  const isFaulty = faults.some(({ field }) => field === "outcome");
  const state = isFaulty ? markup` aria-invalid="true"` : emptyHtml;
  const choices = outcomes.map((value, index) => {
    const id = index === 0 ? "outcome" : `outcome-${value}`;
    const isChosen = value === outcome ? markup` checked` : emptyHtml;
    return markup`<label class="choice"><input type="radio" id="${id}" name="outcome" value="${value}" required${isChosen}${state}>${labels[value]}</label>`;
  });
  return markup`<fieldset><legend>What happened to the request?</legend>${joined(choices)}</fieldset>`;
}

function notePart({ note, faults }: ResolutionInput): Html {
  const state = faults.some(({ field }) => field === "note") ? markup` aria-invalid="true"` : emptyHtml;
  return markup`<div class="field"><label for="note">How did you find out?</label>
<textarea id="note" name="note" maxlength="${noteLengthMax}" required aria-describedby="note-hint" dir="auto"${state}>${note}</textarea>
<span class="hint" id="note-hint">Visible to the service client. Don't include secrets.</span></div>`;
}
