/**
 * "Try it" below an operation's samples: sends the request to the sandbox that serves the page. The key stays in this page's
 * memory, and a server that isn't a sandbox gets no request but `/readyz`.
 */
import { defineComponent, h, reactive, ref, type VNode } from "vue";
import { isSandbox, newIdempotencyKey, send } from "./platform.ts";
import { idIn, prefixOf, requestOf, type TriedOperation } from "./tried-operation.ts";

/** What all forms share, so that a reader fills in the key and the tenant once. */
const shared: { key: string; ids: Record<string, string>; others: Record<string, string> } = reactive({
  key: "",
  ids: {},
  others: {},
});

type Outcome = { title: string; text: string; isGood: boolean };

const notASandbox =
  "These pages don't come from a sandbox. Start one with svc-server serve --sandbox, and open /docs on its address.";

/** A response's body; undefined if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(label: string, value: string, set: (value: string) => void, more: Record<string, unknown> = {}): VNode {
  const input = {
    value,
    spellcheck: false,
    autocomplete: "off",
    onInput: (event: Event) => set((event.target as HTMLInputElement).value),
    ...more,
  };
  return h("label", [h("span", label), h(more["rows"] === undefined ? "input" : "textarea", input)]);
}

/** The form. `operation` is a {@link TriedOperation} as JSON, encoded for an attribute. */
export const TryIt = defineComponent({
  props: { operation: { type: String, required: true } },
  setup(props) {
    const operation = JSON.parse(decodeURIComponent(props.operation)) as TriedOperation;
    const own: { body: string; idempotencyKey: string; query: Record<string, string> } = reactive({
      body: operation.body === null ? "" : JSON.stringify(operation.body, null, 2),
      idempotencyKey: "",
      query: {},
    });
    const sandbox = ref<boolean | null>(null);
    const isBusy = ref(false);
    const outcome = ref<Outcome | null>(null);

    /** An id from an earlier response; for other parameters the example's value. */
    const paramValue = (name: string): string => {
      const example = operation.params[name] ?? "";
      const prefix = prefixOf(example);
      return prefix === null ? (shared.others[name] ?? example) : (shared.ids[prefix] ?? "");
    };
    const setParam = (name: string, value: string): void => {
      const prefix = prefixOf(operation.params[name] ?? "");
      if (prefix === null) shared.others[name] = value;
      else shared.ids[prefix] = value;
    };

    async function open(event: Event): Promise<void> {
      if (!(event.target as HTMLDetailsElement).open || sandbox.value !== null) return;
      if (operation.takesIdempotencyKey) own.idempotencyKey = newIdempotencyKey();
      sandbox.value = await isSandbox();
    }

    async function submit(event: Event): Promise<void> {
      event.preventDefault();
      const params = Object.fromEntries(Object.keys(operation.params).map((name) => [name, paramValue(name)]));
      const request = requestOf(operation, { ...own, key: shared.key, params });
      if (typeof request === "string") {
        outcome.value = { title: request, text: "", isGood: false };
        return;
      }
      isBusy.value = true;
      try {
        const { status, isGood, text } = await send(operation.method, request);
        const body = parsed(text);
        outcome.value = { title: status, text: body === undefined ? text : JSON.stringify(body, null, 2), isGood };
        if (isGood) keepId(body);
      } catch {
        const title = "No response arrived. Send it again with the same idempotency key: it acts at most once.";
        outcome.value = { title, text: "", isGood: false };
      } finally {
        isBusy.value = false;
      }
    }

    function keepId(body: unknown): void {
      const found = idIn(body);
      if (found !== null) shared.ids[found.prefix] = found.id;
    }

    function fields(): VNode[] {
      const { needsKey, takesIdempotencyKey } = operation;
      return [
        ...(needsKey
          ? [field("Service key of this sandbox", shared.key, (value) => (shared.key = value), { type: "password" })]
          : []),
        ...Object.keys(operation.params).map((name) =>
          field(name, paramValue(name), (value) => setParam(name, value), { placeholder: operation.params[name] }),
        ),
        ...operation.query.map((name) => {
          const placeholder = operation.exampleQuery[name] ?? "";
          return field(name, own.query[name] ?? "", (value) => (own.query[name] = value), { placeholder });
        }),
        ...(takesIdempotencyKey
          ? [field("Idempotency-Key", own.idempotencyKey, (value) => (own.idempotencyKey = value))]
          : []),
        ...(operation.body === null
          ? []
          : [
              field("Body", own.body, (value) => (own.body = value), {
                rows: Math.min(own.body.split("\n").length + 1, 16),
              }),
            ]),
        h("button", { type: "submit", disabled: isBusy.value }, isBusy.value ? "Sending…" : "Send"),
      ];
    }

    function result(): VNode[] {
      if (outcome.value === null) return [];
      const { title, text, isGood } = outcome.value;
      return [
        h("p", { class: isGood ? "try-it-status good" : "try-it-status bad" }, title),
        ...(text === "" ? [] : [h("pre", { tabindex: 0 }, h("code", text))]),
      ];
    }

    return () =>
      h("details", { class: "try-it", onToggle: open }, [
        h("summary", "Try it"),
        sandbox.value === false ? h("p", { role: "status" }, notASandbox) : null,
        sandbox.value === true ? h("form", { onSubmit: submit }, fields()) : null,
        h("div", { role: "status" }, result()),
      ]);
  },
});
