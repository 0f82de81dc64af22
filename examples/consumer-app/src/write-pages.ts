/** The page about one write (done, in progress, or unknown), and the part of the form that all writes share. */
import { ApiError } from "@svc/sdk";
import { html, type Html, type Part } from "./html.ts";
import { field, json, page, redirect } from "./http.ts";
import { csrfField, external, layout, nameOf } from "./layout.ts";
import { describe, type Problem } from "./problems.ts";
import { useOf } from "./providers.ts";
import type { Write } from "./records.ts";
import type { Handler, Visit } from "./visit.ts";
import { lookUp, ownWrite, type FormState } from "./writes.ts";

/** The handlers, by method and path. */
export const writeRoutes: Readonly<Record<string, Handler>> = {
  "GET /writes/*": async (visit) => {
    const { write, isRunning } = await lookUp(visit, visit.id);
    if (visit.wantsJson) return json({ state: isRunning ? "running" : write.state });
    return page(writeView(visit, write, isRunning));
  },

  /**
   * The user checked at the provider and reports the result. svc accepts this once, and only for an unknown outcome.
   */
  "POST /resolve": async (visit) => {
    const write = ownWrite(visit, field(visit.form, "key"));
    const outcome = visit.form.get("outcome") === "succeeded" ? "succeeded" : "failed";
    const note = `${visit.user.name} checked at the provider.`;
    try {
      await visit.tenant.executions.resolve(write.executionId, { outcome, note });
    } catch (error) {
      // Its request may still be on its way, or it was already resolved. The page asks svc which.
      if (!(error instanceof ApiError) || error.code !== "EXECUTION_NOT_UNKNOWN") throw error;
      if (error.retryAfterSeconds !== null) return redirect(`/writes/${write.key}?early`);
    }
    return redirect(`/writes/${write.key}`);
  },
};

function writeView(visit: Visit, write: Write, isRunning: boolean): Html {
  const [title, body] = contentOf(visit, write, isRunning);
  const path = useOf(write.provider)?.path ?? "/integrations";
  const watch = isRunning && html`data-watch="/writes/${write.key}" data-state="running"`;
  return layout(visit, {
    title,
    path,
    body: html`<section class="card narrow" ${watch}>
      <h1>${title}</h1>
      ${body} ${write.executionId !== "" && html`<p class="quiet">Execution <code>${write.executionId}</code></p>`}
    </section>`,
  });
}

function contentOf(visit: Visit, write: Write, isRunning: boolean): readonly [title: string, body: Html] {
  const name = nameOf(write.provider);
  const path = useOf(write.provider)?.path ?? "/integrations";
  const { subject, where, done, lookAt } = aboutWrite(write);
  const again = html`<a class="button quiet" href="${path}">Back</a>`;
  if (isRunning)
    return ["In progress", html`<p>We are waiting for ${name}'s response. This page updates by itself.</p>`];
  switch (write.state) {
    case "succeeded":
      return [
        `${subject} was ${done}`,
        html`<p>It is ${where}.</p>
          <p class="row">
            ${write.link !== "" && html`<a class="button" href="${external(write.link)}">See it on ${name}</a>`}${again}
          </p>`,
      ];
    case "failed":
      return [
        `${subject} was not ${done}`,
        html`<p>Nothing was changed.</p>
          <p class="row">${again}</p>`,
      ];
    case "open":
      return [
        "We didn't get a response",
        html`<p>We don't know yet whether ${subject} was ${done}, because the connection broke.</p>
          <p>You can submit the form again: it continues this one, so nothing is done twice.</p>
          <p class="row"><a class="button" href="${path}?submission=${write.key}">Continue</a></p>`,
      ];
    case "unknown":
      return [
        `We don't know whether ${subject} was ${done}`,
        html`<p>
            Harbor sent it to ${name}, and the connection broke before ${name} answered.
            <b>Don't enter it again</b> before you know: it may have worked.
          </p>
          <ol>
            <li>Look ${where}: <a href="${lookAt}">${new URL(lookAt).host}</a></li>
            <li>Tell us what you found, and this is settled.</li>
          </ol>
          ${
            visit.query.has("early") &&
            html`<p class="panel note" role="status">
              The request may still be on its way. Try again in a few seconds.
            </p>`
          }
          <form class="row" method="post" action="/resolve">
            ${csrfField(visit)}<input type="hidden" name="key" value="${write.key}" />
            <button class="main" name="outcome" value="succeeded">It was ${done}</button>
            <button class="quiet" name="outcome" value="failed">It was not ${done}</button>
          </form>`,
      ];
  }
}

/** Describes a write: what, where, and where to look at it. */
function aboutWrite({ provider, fields }: Write) {
  const { name, project, config, title, owner, repo } = fields;
  if (provider === "github") {
    const lookAt = `https://github.com/${encodeURIComponent(owner ?? "")}/${encodeURIComponent(repo ?? "")}/issues`;
    return { subject: `“${title}”`, where: `in ${owner}/${repo}`, done: "opened", lookAt } as const;
  }
  const where = `in ${project} / ${config}`;
  return { subject: name ?? "", where, done: "saved", lookAt: "https://dashboard.doppler.com/" } as const;
}

/** The hidden fields of a form that writes: its CSRF token and its key. */
export function writeFields(visit: Visit, { key }: FormState): Html {
  return html`${csrfField(visit)}<input type="hidden" name="key" value="${key}" />`;
}

/** The notice above a form that the user returns to. */
export function earlierNotice(visit: Visit, { earlier }: FormState): Part {
  if (visit.query.has("reused")) return problemPanel(visit, describe("IDEMPOTENCY_KEY_REUSED", ""), 0);
  if (earlier === null) return null;
  if (earlier.state === "failed") {
    return problemPanel(visit, describe(earlier.code, nameOf(earlier.provider)), earlier.retryAt);
  }
  return html`<p class="panel note">
    Enter the same again. It continues what you sent before, so nothing is done twice.
  </p>`;
}

/** The message to show below an invalid field. */
export function fieldError({ earlier }: FormState, name: string): Part {
  // A pattern means nothing to a user; the hint next to the field does.
  const found = earlier?.errors.find(({ pointer }) => pointer === `/${name}` || pointer === `/input/${name}`);
  if (found === undefined) return null;
  const text = found.message.startsWith("Must match ") ? "This isn't in the right format." : found.message;
  return html`<small class="error" id="${name}-error">${text}</small>`;
}

/** The contents of a page whose provider isn't connected. */
export function connectFirst(provider: string): Html {
  return html`<section class="card empty">
    <p>Connect ${nameOf(provider)} to use this page.</p>
    <p><a class="button" href="/integrations">Connect ${nameOf(provider)}</a></p>
  </section>`;
}

/** A problem, and what the user can do about it. @param retryAt when the provider accepts a retry, or 0. */
export function problemPanel({ now }: Visit, { title, text, next, code }: Problem, retryAt: number): Html {
  const seconds = Math.ceil((retryAt - now) / 1000);
  const when = seconds > 0 ? `in ${seconds} s` : "now";
  return html`<div class="panel ${next === "none" ? "bad" : "warn"}" role="alert">
    <p><b>${title}.</b> ${text}</p>
    ${next === "wait" && html`<p>You can try again <span data-countdown>${when}</span>.</p>`}
    ${next === "reconnect" && html`<p><a class="button" href="/integrations">Reconnect</a></p>`}
    <p class="quiet">Code <code>${code}</code></p>
  </div>`;
}
