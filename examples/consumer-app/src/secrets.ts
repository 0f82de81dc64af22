/** The Secrets page: the secret names of a Doppler config, and a form that writes one. Values are never read. */
import type { ActionInput } from "@svc/sdk";
import { connectionOf } from "./connecting.ts";
import { html, type Html, type Part } from "./html.ts";
import { field, page } from "./http.ts";
import { layout, nameOf } from "./layout.ts";
import { judgeRead } from "./problems.ts";
import type { Handler, Visit } from "./visit.ts";
import { connectFirst, earlierNotice, fieldError, problemPanel, writeFields } from "./write-pages.ts";
import { formState, submit, type FormState } from "./writes.ts";

type Place = ActionInput<"doppler/secrets.names.list">;

/** The config to show first. A real app stores which config belongs to which of its services. */
const firstPlace: Place = { project: "harbor-api", config: "dev" };

/** The handlers, by method and path. */
export const secretRoutes: Readonly<Record<string, Handler>> = {
  "GET /secrets": async (visit) => {
    const connection = await connectionOf(visit, "doppler");
    if (connection === null) return page(frame(visit, connectFirst("doppler")));
    const form = formState(visit);
    const place = placeOf(visit, form);
    const { view, isUsable } = await readNames(visit, connection.id, place);
    return page(frame(visit, [placeForm(place), view, isUsable && writeForm(visit, form, place)]));
  },

  "POST /secrets": async (visit) => {
    const { form } = visit;
    const fields = { project: field(form, "project"), config: field(form, "config"), name: field(form, "name") };
    // The value goes only to svc: not into our records, a log, an address or a page.
    const input = { ...fields, value: field(form, "value") };
    return await submit(visit, {
      provider: "doppler",
      formPath: "/secrets",
      fields,
      send: async (connection, idempotencyKey) => {
        const { execution } = await connection.execute("doppler/secrets.set", input, { idempotencyKey });
        return { executionId: execution.id };
      },
    });
  },
};

function frame(visit: Visit, body: Part): Html {
  return layout(visit, {
    title: "Secrets",
    path: "/secrets",
    body: html`<h1>Secrets</h1>
      <p class="lead">
        What your services read from ${nameOf("doppler")}. Harbor lists their names, and never reads their values.
      </p>
      ${body}`,
  });
}

function placeOf({ query }: Visit, { earlier }: FormState): Place {
  const { project = firstPlace.project, config = firstPlace.config } = earlier?.fields ?? {};
  return { project: query.get("project") ?? project, config: query.get("config") ?? config };
}

function placeForm({ project, config }: Place): Html {
  return html`<form class="row filter" method="get" action="/secrets" aria-label="Which config">
    <label>Project <input name="project" required value="${project}" /></label>
    <label>Config <input name="config" required value="${config}" /></label>
    <button class="quiet">Show</button>
  </form>`;
}

/** `isUsable`: whether the connection can be used. If it can't, a form is pointless. */
async function readNames(visit: Visit, connectionId: string, place: Place): Promise<{ view: Html; isUsable: boolean }> {
  try {
    const { output } = await visit.tenant.connection(connectionId).execute("doppler/secrets.names.list", place);
    const names = [...(output?.names ?? [])].sort();
    const view = html`<section class="card" aria-labelledby="names">
      <h2 id="names">${place.project} / ${place.config} <span class="count">${names.length}</span></h2>
      <ul class="names">
        ${names.map((name) => html`<li><code>${name}</code></li>`)}
      </ul>
    </section>`;
    return { view, isUsable: true };
  } catch (error) {
    const { problem, retryAt } = judgeRead(error, nameOf("doppler"), visit.now);
    return { view: problemPanel(visit, problem, retryAt), isUsable: problem.next !== "reconnect" };
  }
}

function writeForm(visit: Visit, form: FormState, { project, config }: Place): Html {
  const { earlier } = form;
  return html`<section class="card" aria-labelledby="set" id="form">
    <h2 id="set">Set a secret</h2>
    ${earlierNotice(visit, form)}
    <form
      class="stack"
      method="post"
      action="/secrets"
      ${earlier !== null && html`data-wait="${earlier.retryAt - visit.now}"`}
    >
      ${writeFields(visit, form)}
      <input type="hidden" name="project" value="${project}" />
      <input type="hidden" name="config" value="${config}" />
      <label>
        Name
        <input
          name="name"
          required
          maxlength="200"
          autocomplete="off"
          spellcheck="false"
          value="${earlier?.fields["name"]}"
          ${fieldError(form, "name") && html`aria-invalid="true" aria-describedby="name-error"`}
        />
        <small>Capital letters, digits and underscores.</small>
      </label>
      ${fieldError(form, "name")}
      <label>
        Value
        <input name="value" type="password" required autocomplete="off" />
        <small>It goes to Doppler and is stored nowhere else.</small>
      </label>
      ${fieldError(form, "value")}
      <button class="main">Save in ${project} / ${config}</button>
    </form>
  </section>`;
}
