/** The reading order of the documentation. */

/** A section of the sidebar: pages by their path. */
export type NavigationSection = { readonly title: string; readonly paths: readonly string[] };

/** Where a section lists the page of each provider. */
export const everyProvider = "/docs/providers/*";

/** The sections. A test keeps the list complete. */
export const navigationSections: readonly NavigationSection[] = [
  { title: "Get started", paths: ["/docs/quickstart", "/docs/concepts"] },
  {
    title: "Build",
    paths: [
      "/docs/connect",
      "/docs/oauth",
      "/docs/executing-safely",
      "/docs/lost-answers",
      "/docs/testing",
      "/docs/mcp",
      "/docs/webhooks",
    ],
  },
  { title: "Providers", paths: ["/docs/providers", everyProvider, "/docs/new-provider"] },
  {
    title: "Run",
    paths: [
      "/docs/self-hosting",
      "/docs/deploying",
      "/docs/before-you-go-live",
      "/docs/operations",
      "/docs/operator-console",
      "/docs/upgrade",
      "/docs/backup",
      "/docs/audit",
      "/docs/security",
    ],
  },
  {
    title: "Reference",
    paths: [
      "/docs/api",
      "/docs/errors",
      "/docs/sdk",
      "/docs/sdk-python",
      "/docs/connect-package",
      "/docs/cli",
      "/docs/svc-server",
      "/docs/contract",
      "/docs/changelog",
    ],
  },
];

/** Pages for people who check or change svc itself: other pages link to them, the sidebar and the search don't. */
export const unlistedPaths: readonly string[] = ["/docs/performance", "/docs/proof"];
