/** The history of an execution, step by step. */
import type { Execution } from "@svc/contract";
import { timelineOf, type TimelineStep } from "@svc/contract/timeline";
import { badge, moment, muted } from "../elements.ts";
import { emptyHtml, isolated, markup, type Html } from "../../html/markup.ts";

/** Renders the steps, oldest first. */
export function timeline(execution: Execution, nowMs: number): Html {
  return markup`<ol class="timeline">${timelineOf(execution).map((step) => stepOf(step, nowMs))}</ol>`;
}

function stepOf({ at, what, grounds, detail }: TimelineStep, nowMs: number): Html {
  const time = at === null ? muted("Time not recorded") : moment(Date.parse(at), nowMs);
  const why = grounds === null ? emptyHtml : markup` ${badge(grounds)}`;
  const more = detail === null ? emptyHtml : markup`<p>${isolated(detail)}</p>`;
  return markup`<li><strong>${what}</strong>${why}<span class="when">${time}</span>${more}</li>`;
}
