/**
 * The reading order of the documentation: every page except those of single error codes is in one of these sections.
 */

/** A section of the navigation: pages by their path. */
export type NavigationSection = { readonly title: string; readonly paths: readonly string[] };

/** The sections. A test keeps the list complete; providers are in their own section after the guides. */
export const navigationSections: readonly NavigationSection[] = [
  { title: "Begin", paths: ["/", "/docs/quickstart", "/docs/concepts", "/docs/contract"] },
  {
    title: "Build",
    paths: [
      "/docs/connect",
      "/docs/oauth",
      "/docs/executing-safely",
      "/docs/testing",
      "/docs/mcp",
      "/docs/webhooks",
      "/docs/security",
      "/docs/new-provider",
    ],
  },
  {
    title: "Operate",
    paths: [
      "/docs/self-hosting",
      "/docs/deploying",
      "/docs/before-you-go-live",
      "/docs/operations",
      "/docs/operator-console",
      "/docs/upgrade",
      "/docs/backup",
      "/docs/audit",
      "/docs/performance",
      "/docs/proof",
    ],
  },
  {
    title: "Reference",
    paths: [
      "/docs/api",
      "/docs/errors",
      "/docs/cli",
      "/docs/svc-server",
      "/docs/sdk",
      "/docs/sdk-python",
      "/docs/connect-package",
      "/docs/changelog",
    ],
  },
];
