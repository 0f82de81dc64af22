/** What the documentation's build takes from the server: the providers, and what their actions' pages say. */
export { agentPathOf, factsOf, requestCode } from "../entry/docs/action-facts.ts";
export { anchorOf, createAnchors } from "../entry/docs/anchor.ts";
export { favicon } from "../entry/favicon.ts";
export { llmsText } from "../entry/docs/llms.ts";
export { markdownPathOf, placeholderOrigin, type PageEntry } from "../entry/docs/page.ts";
export { policyTag } from "../entry/docs/policy-tag.ts";
export { codedActions } from "./coded-actions.ts";
export { registeredProviders } from "./providers.ts";
export { version } from "./version.ts";
