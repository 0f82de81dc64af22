/** Examples of inputs, for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const note = { title: "Groceries", text: "Bread and salt." };

/** The provider's examples. */
export const acmeNotesExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [{ error: { code: "invalid", message: `No such note: ${text}` } }],
  actions: {
    "notes.get": { inputs: [{ id: "welcome" }], refusedInputs: [{}, { id: "../x" }, { id: 7 }, { id: "a", more: 1 }] },
    "notes.create": {
      inputs: [note, { ...note, text: "" }],
      refusedInputs: [{}, { ...note, title: "" }, { ...note, title: "x".repeat(201) }, { ...note, id: "a" }],
    },
  },
};
