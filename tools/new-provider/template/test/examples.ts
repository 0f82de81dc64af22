/** Examples of keys and inputs, for the kit's suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";
import { tokens } from "../simulator/index.ts";

const note = { title: "Groceries", text: "Bread and salt." };

/** The provider's examples. */
export const acmeNotesExamples: ProviderExamples = {
  acceptedSubmissions: [{ access_token: tokens.apiKey }],
  refusedSubmissions: [
    { submission: { access_token: "hunter2-hunter2" }, explains: /isn't an Acme Notes key/ },
    { submission: { access_token: `${tokens.apiKey}\n` }, explains: /line break/ },
    { submission: { access_token: 7 }, explains: /missing/ },
    { submission: null, explains: /missing/ },
  ],
  errorBodies: (text) => [{ error: { code: "invalid", message: `No such note: ${text}` } }],
  actions: {
    "notes.get": { inputs: [{ id: "welcome" }], refusedInputs: [{}, { id: "../x" }, { id: 7 }, { id: "a", more: 1 }] },
    "notes.create": {
      inputs: [note, { ...note, text: "" }],
      refusedInputs: [{}, { ...note, title: "" }, { ...note, title: "x".repeat(201) }, { ...note, id: "a" }],
    },
  },
};
