/** The server's exports for the build of the documentation: the providers, and the texts about their actions. */
export { toAgentPath, listFacts, renderRequest } from "../entry/docs/action-facts.ts";
export { codeTabs } from "../entry/docs/code-tabs.ts";
export { describeCredential, providerPage } from "../entry/docs/provider-page.ts";
export { schemaTable } from "../entry/docs/schema-table.ts";
export { toAnchor, createAnchors } from "../entry/docs/anchor.ts";
export { favicon } from "../entry/html/favicon.ts";
export { llmsText } from "../entry/docs/llms.ts";
export { toMarkdownPath, placeholderOrigin, type PageEntry } from "../entry/docs/page.ts";
export { policyTag } from "../entry/docs/policy-tag.ts";
export { codedActions } from "./providers.ts";
export { registeredProviders } from "./providers.ts";
export { version } from "./version.ts";
