/** The server's exports for the build of the documentation: the providers, and the texts about their actions. */
export { toAgentPath, listFacts, renderRequest } from "../entry/docs/action-facts.ts";
export { codeTabs } from "../entry/docs/pages.ts";
export { describeCredential, providerPage } from "../entry/docs/provider-page.ts";
export { fieldLimits, fieldMarks, fieldType, schemaTable } from "../entry/docs/schema-table.ts";
export { toAnchor, createAnchors } from "../entry/docs/pages.ts";
export { favicon } from "../entry/html/markup.ts";
export { llmsText } from "../entry/docs/pages.ts";
export { toMarkdownPath, placeholderOrigin, type PageEntry } from "../entry/docs/pages.ts";
export { policyTag } from "../entry/docs/pages.ts";
export { codedActions } from "./providers.ts";
export { DesiredState } from "../domain/desired-state/document.ts";
export { registeredProviders } from "./providers.ts";
export { version } from "./own-process.ts";
