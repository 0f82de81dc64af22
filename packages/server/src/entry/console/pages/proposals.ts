/** Proposals across service clients: the calls that wait for a person's approval, and deciding on one. */
import { DecideProposal, proposalStatuses } from "@svc/contract";
import type { ProposalFacts } from "../../../domain/proposals/facts.ts";
import type { ProposalRow } from "../../../domain/proposals/port.ts";
import { compileSchema } from "../../../domain/schemas/compile.ts";
import {
  readChoice,
  readField,
  type ConsoleResponse,
  type ConsolePage,
  type ConsoleRequest,
  type ConsoleRoute,
  type Forms,
} from "../console.ts";
import {
  ago,
  badge,
  card,
  emptyState,
  facts,
  idCell,
  moment,
  muted,
  pageHead,
  twoLines,
  table,
  type Column,
} from "../elements.ts";
import { choiceFilter } from "../filters.ts";
import { linkButton, linkTo, hiddenFields } from "../forms.ts";
import { emptyListing, listingPage } from "../listing.ts";
import { once } from "../../../once.ts";
import { readAssets, readAuthorizationMessages } from "../../connect/assets.ts";
import { inputWords } from "../../connect/approval-parts.ts";
import { fieldsHtml } from "../../html/input-html.ts";
import { emptyHtml, isolated, markup, type Html, withHiddenShown } from "../../html/markup.ts";
import { actionCell, actorName, clientName, connectionLink, loadView, tenantLink, type View } from "../names.ts";
import { errorText, proposalStatusTexts, statusTexts } from "../texts.ts";

/** `/proposals`, one proposal, and deciding on it. */
export const proposalRoutes: readonly ConsoleRoute[] = [
  {
    method: "GET",
    role: "viewer",
    path: "/proposals",
    respond: list,
    section: {
      name: "Proposals",
      icon: markup`<path d="M3.500 1.750h9M3.500 14.250h9M5 1.750v2.500L8 8l3-3.750v-2.500M5 14.250v-2.500L8 8l3 3.750v2.500"/>`,
    },
  },
  { method: "GET", role: "viewer", path: "/proposals/:proposal", respond: show },
  { method: "POST", role: "operator", path: "/proposals/:proposal/decide", respond: decide },
];

function statusBadge(status: ProposalRow["status"]): Html {
  const { label, tone } = proposalStatusTexts[status];
  return badge(label, tone);
}

/** The columns of a listing of proposals. */
export function proposalColumns(view: View): readonly Column<ProposalRow>[] {
  return [
    {
      name: "Action",
      cell: (row) => actionCell(`/proposals/${row.id}`, row, view),
    },
    { name: "Status", cell: ({ status }) => statusBadge(status), kind: "status" },
    {
      name: "Tenant",
      cell: ({ tenantId, clientId }) => twoLines(tenantLink(tenantId, view), clientName(clientId, view)),
    },
    { name: "Account", cell: ({ connectionId }) => connectionLink(connectionId, view) },
    { name: "Agent", cell: askerOf },
    { name: "Created", cell: ({ createdAt }) => ago(createdAt, view.nowMs) },
    { name: "Expires", cell: ({ expiresAt }) => ago(expiresAt, view.nowMs), kind: "minor" },
  ];
}

function askerOf({ agent, subject, tokenId }: ProposalRow): Html {
  const unnamed = muted(tokenId === "" ? "A service key" : "An unnamed agent");
  const shown = agent === "" ? unnamed : isolated(agent);
  return subject === "" ? shown : markup`${shown} ${muted("for")} ${isolated(subject)}`;
}

async function list(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, query } = request;
  const path = "/proposals";
  const choices = [
    ...proposalStatuses.map((status) => [status, proposalStatusTexts[status].label] as const),
    ["all", "All"] as const,
  ];
  const filters = [choiceFilter(query, { name: "status", label: "Status", choices, unset: "Open", what: "status" })];
  const otherwise = emptyState(
    "Nothing waits for approval",
    "Calls wait here if a policy requires a person's approval.",
  );
  return await listingPage(request, {
    path,
    title: "Proposals",
    intro: `Calls that a person has to approve before svc makes them. Each is made once, or never. Open ones are pending,
or approved and not yet executed.`,
    filters,
    tabs: "status",
    isLive: true,
    load: async (cursor) => {
      const status = readChoice(query, "status", ["all", ...proposalStatuses]) ?? "waiting";
      const { rows, next } = await services.overview.proposals({ cursor, status });
      const view = await loadView(request, rows);
      const empty = emptyListing({ path, filters }, "proposals", otherwise);
      return { rows: table("Proposals, newest first", proposalColumns(view), rows, empty), next };
    },
  });
}

async function show(request: ConsoleRequest): Promise<ConsolePage> {
  return await proposalPage(request, await read(request), { reason: "", fault: "" });
}

async function read({ services, params, forms }: ConsoleRequest): Promise<ProposalFacts> {
  const id = params["proposal"] ?? "";
  return await services.overview.proposal(id, forms.allows(decisionPath({ id })));
}

const done: ReadonlyMap<string, string> = new Map([
  ["approved", "Approved. svc makes the call in a moment, once."],
  ["denied", "Denied. Nothing was sent."],
]);

async function proposalPage(
  request: ConsoleRequest,
  proposal: ProposalFacts,
  entered: { reason: string; fault: string },
): Promise<ConsolePage> {
  const { query, forms } = request;
  const { row, action, status } = proposal;
  const { id, clientId, connectionId, tenantId, provider, actionId, keyId } = row;
  const view = await loadView(request, [{ clientId, tenantId, connectionId, actor: `key:${keyId}` }]);
  const audit = linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]);
  const said = done.get(readField(query, "done") ?? "");
  const notice = said === undefined ? emptyHtml : markup`<p class="notice" role="status">${said}</p>`;
  const title = action?.title ?? actionId;
  const main = markup`${pageHead(isolated(title), linkButton("Audit trail", audit), {
    of: { name: "Proposals", path: "/proposals" },
  })}
${notice}
<div class="grid wide-left"><div>${card("What would be done", deed(proposal, view))}
${status === "pending" && forms.allows(decisionPath(row)) ? decisionForm(proposal, { forms, ...entered }) : card("Decision", outcome(proposal, view))}</div>
${card("Who asks", asker(proposal, view))}</div>`;
  return { title: `${provider}/${actionId}`, main };
}

const withheldNote = "The texts of a call are shown to those who may decide: the roles operator and admin.";

/** The texts of the approval page, whose words for an input are the same. */
const texts = once(() => readAuthorizationMessages(readAssets().messages).en);

function inputOf({ input }: ProposalFacts): Html {
  const shown = input.fields.length === 0 ? muted("None") : fieldsHtml(input.fields, inputWords(texts(), "en"));
  if (input.kind === "whole") return shown;
  const note = input.kind === "withheld" ? withheldNote : (texts()[`approve.input.${input.kind}`] ?? "");
  return markup`${shown}<p class="muted">${note}</p>`;
}

function deed(proposal: ProposalFacts, view: View): Html {
  const { row, action, account, provider } = proposal;
  return facts([
    ["Action", `${provider.name}: ${action?.title ?? row.actionId} (${row.provider}/${row.actionId})`],
    ...(action === null ? [] : [["The user agreed to", action.consent] as const]),
    ["Effect", row.effect],
    ["Account", account === null ? muted("Gone") : connectionLink(row.connectionId, view)],
    [
      "Preview",
      row.preview === null
        ? muted(
            action?.hasPreview === true ? "None, because the caller isn't allowed its reads." : "This action has none.",
          )
        : withHiddenShown(row.preview),
    ],
    ["Input", inputOf(proposal)],
  ]);
}

function asker({ row, status }: ProposalFacts, view: View): Html {
  const { tokenId, agent, subject } = row;
  return facts([
    ["Status", statusBadge(status)],
    ["Tenant", tenantLink(row.tenantId, view)],
    ["Service client", clientName(row.clientId, view)],
    ["Proposed with", tokenId === "" ? actorName(`key:${row.keyId}`, view) : actorName(`token:${tokenId}`, view)],
    ...(agent === "" ? [] : [["Agent", isolated(agent)] as const]),
    ...(subject === "" ? [] : [["Acts for", isolated(subject)] as const]),
    ["Why it waits", reason(row)],
    ["May approve", row.approver === "any" ? "any person who may decide" : "not the person whom the agent acts for"],
    ["Proposed", moment(row.createdAt, view.nowMs)],
    ["Expires", moment(row.expiresAt, view.nowMs)],
    ["Idempotency key", idCell(row.idempotencyKey)],
    ["ID", idCell(row.id)],
  ]);
}

function reason({ askedBy, rule }: ProposalRow): string {
  if (askedBy === "") return "the caller asked for it";
  const whose = { service_client: "the service client", key: "the key", token: "the delegated token" }[askedBy];
  return rule === null ? `${whose} needs approval for every change` : `rule ${rule} of ${whose}`;
}

function outcome({ row, status, execution }: ProposalFacts, view: View): Html {
  const { decision, errorCode, errorDetail, executionId, endedAt } = row;
  return facts([
    ["Status", statusBadge(status)],
    ...(decision === null
      ? []
      : [
          [decision.decision === "approved" ? "Approved by" : "Denied by", isolated(decision.decidedBy)] as const,
          ["Reason", decision.reason === "" ? muted("None") : isolated(decision.reason)] as const,
          ["Decided", moment(decision.decidedAt, view.nowMs)] as const,
        ]),
    ...(executionId === ""
      ? []
      : [
          [
            "Execution",
            markup`<a href="/executions/${executionId}">${execution === null ? "Deleted" : statusTexts[execution.status].label}</a>`,
          ] as const,
        ]),
    ...(errorCode === ""
      ? []
      : [["Why", markup`${errorText(errorCode, errorDetail)} <code class="muted">${errorCode}</code>`] as const]),
    ["Ended", moment(endedAt, view.nowMs, "Not yet")],
  ]);
}

const checkReason = compileSchema(DecideProposal.properties.reason);

async function decide(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, operator } = request;
  const proposal = await read(request);
  const { id, clientId, tenantId } = proposal.row;
  const decision = readChoice(form, "decision", ["approve", "deny"]);
  const said = (readField(form, "reason") ?? "").replaceAll(/\s+/g, " ");
  const isSayable = said === "" || checkReason(said).length === 0;
  if (decision === null || !isSayable) {
    const fault =
      decision === null ? "Choose whether to approve or deny." : "The reason can have up to 200 characters.";
    return { ...(await proposalPage(request, proposal, { reason: said, fault })), status: 422 };
  }
  await services.proposals.decideByOperator(tenantId, id, {
    decision,
    digest: readField(form, "digest") ?? "",
    ...(said === "" ? {} : { reason: said }),
    clientId,
    operator: { id: operator.id, name: operator.name },
  });
  return { location: `/proposals/${id}?done=${decision === "approve" ? "approved" : "denied"}` };
}

function decisionPath({ id }: { id: string }): string {
  return `/proposals/${id}/decide`;
}

const approveButton = markup`<button class="primary" name="decision" value="approve">Approve</button>`;

/** Renders the form. The digest identifies the content that the operator has seen. */
export function decisionForm(
  { row, input }: Pick<ProposalFacts, "row" | "input">,
  { forms, reason, fault }: { forms: Forms; reason: string; fault: string },
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
<form method="post" action="${decisionPath(row)}" class="resolve" aria-label="Decide on the proposal">
${hiddenFields({ csrf: forms.token, digest: row.digest })}
<div class="field"><label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" maxlength="200" aria-describedby="reason-hint" dir="auto"${state}>${reason}</textarea>
<span class="hint" id="reason-hint">Visible to the service client. Don't include secrets.</span></div>
<div class="actions">${input.kind === "altered" ? null : approveButton}<button name="decision" value="deny">Deny</button></div>
</form>`,
  );
}
