/** Examples of the calls that a frontend makes during a Connect session. */
import { exampleIds, session } from "./resources.ts";
import type { OperationExample } from "./operation-example.ts";
import type { FrontendSession } from "../frontend-api.ts";

type FrontendOperation =
  | "exchangeConnectToken"
  | "submitCredential"
  | "authorizeConnectSession"
  | "cancelFrontendSession"
  | "getFrontendSession"
  | "getConnectStatus";

const form: FrontendSession["form"] = {
  slug: "github",
  name: "GitHub",
  docsUrl: "https://docs.github.com/rest",
  authKind: "oauth2_authorization_code",
  fields: [],
  noun: "",
  ways: [],
  grant: null,
  language: "en",
};

const frontendSession: FrontendSession = {
  ...session,
  status: "opened",
  tenantDisplayName: "Acme Inc.",
  actions: [
    { id: "issues.list", consent: "See a repository's issues", effect: "read", added: true },
    { id: "issues.create", consent: "Open issues on your behalf", effect: "write", added: true },
  ],
  form,
  account: null,
  credentialExpiresAt: null,
};

const nothing = { params: null, query: null, body: null } as const;

/** The examples by operation. */
export const frontendExamples: { readonly [Id in FrontendOperation]: OperationExample<Id> } = {
  exchangeConnectToken: {
    ...nothing,
    body: { token: "cst_…" },
    response: { session: frontendSession, provider: form, sessionSecret: "css_…" },
  },
  submitCredential: {
    ...nothing,
    body: { access_token: "dp.st.prd.…" },
    response: { status: "awaiting_confirmation", completionCode: "cc_…" },
  },
  authorizeConnectSession: {
    ...nothing,
    response: {
      authorizationUrl: "https://svc.example.com/connect/oauth/github/authorize?ticket=cot_example",
    },
  },
  cancelFrontendSession: { ...nothing, response: { ...frontendSession, status: "cancelled" } },
  getFrontendSession: { ...nothing, response: frontendSession },
  getConnectStatus: {
    ...nothing,
    body: { token: "cst_…" },
    response: {
      session: exampleIds.session,
      status: "completed",
      connection_id: exampleIds.connection,
      error: null,
    },
  },
};
