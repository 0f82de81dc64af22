/** The order in which the documentation is read: every page that is not one error code stands in one of these sections. */

/** A section of the navigation: pages by their path. */
export type NavigationSection = { readonly title: string; readonly paths: readonly string[] };

/** The sections. A test holds the list complete; providers stand in a section of their own, behind the guides. */
export const navigationSections: readonly NavigationSection[] = [
  { title: "Begin", paths: ["/", "/docs/quickstart", "/docs/concepts", "/docs/contract"] },
  {
    title: "Build",
    paths: [
      "/docs/connect",
      "/docs/oauth",
      "/docs/executing-safely",
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
      "/docs/connect-package",
      "/docs/changelog",
    ],
  },
];
