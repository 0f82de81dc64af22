/** The reading order of the documentation. */

/** A section of the sidebar: pages by their path. */
export type NavigationSection = { readonly title: string; readonly paths: readonly string[] };

/** A placeholder for the page of each provider. */
export const everyProvider = "/docs/providers/*";

/** The sections. A test keeps the list complete. */
export const navigationSections: readonly NavigationSection[] = [
  { title: "Get started", paths: ["/docs/quickstart", "/docs/concepts"] },
  {
    title: "In ten minutes",
    paths: [
      "/docs/ten-minutes-product",
      "/docs/ten-minutes-operator",
      "/docs/ten-minutes-provider",
      "/docs/ten-minutes-agent",
    ],
  },
  {
    title: "Build",
    paths: [
      "/docs/connect",
      "/docs/oauth",
      "/docs/moving",
      "/docs/executing-safely",
      "/docs/lost-responses",
      "/docs/testing",
      "/docs/mcp",
      "/docs/delegated-tokens",
      "/docs/agent-sign-in",
      "/docs/approval",
      "/docs/webhooks",
      "/docs/events-in",
      "/docs/other-languages",
    ],
  },
  {
    title: "Providers",
    paths: [
      "/docs/providers",
      everyProvider,
      "/docs/secrets-managers",
      "/docs/new-provider",
      "/docs/own-providers",
      "/docs/mcp-providers",
    ],
  },
  {
    title: "Run",
    paths: [
      "/docs/self-hosting",
      "/docs/deploying",
      "/docs/planning",
      "/docs/cells",
      "/docs/key-services",
      "/docs/before-you-go-live",
      "/docs/operations",
      "/docs/apply",
      "/docs/admin-api",
      "/docs/operator-console",
      "/docs/operator-sign-in",
      "/docs/upgrade",
      "/docs/backup",
      "/docs/audit",
      "/docs/security",
    ],
  },
  {
    title: "API",
    paths: [
      "/docs/api",
      "/docs/api/tenants",
      "/docs/api/connect-sessions",
      "/docs/api/connections",
      "/docs/api/executions",
      "/docs/api/approval",
      "/docs/api/delegated-tokens",
      "/docs/api/agent-sign-in",
      "/docs/api/events",
      "/docs/api/audit",
      "/docs/api/providers",
      "/docs/api/catalog",
      "/docs/api/service-client",
      "/docs/api/mcp",
      "/docs/api/connect-frontend",
      "/docs/api/service",
      "/docs/errors",
    ],
  },
  {
    title: "TypeScript SDK",
    paths: [
      "/docs/sdk",
      "/docs/sdk/client",
      "/docs/sdk/tenant",
      "/docs/sdk/connection",
      "/docs/sdk/tenants",
      "/docs/sdk/connect-sessions",
      "/docs/sdk/connections",
      "/docs/sdk/executions",
      "/docs/sdk/proposals",
      "/docs/sdk/actions",
      "/docs/sdk/providers",
      "/docs/sdk/agent-tools",
      "/docs/sdk/delegated-tokens",
      "/docs/sdk/agent-authorizations",
      "/docs/sdk/events",
      "/docs/sdk/webhook-endpoints",
      "/docs/sdk/audit-events",
      "/docs/sdk/calls",
      "/docs/sdk/catalog",
      "/docs/sdk/errors",
    ],
  },
  {
    title: "Reference",
    paths: ["/docs/sdk-python", "/docs/connect-package", "/docs/cli", "/docs/svc-server", "/docs/changelog"],
  },
  {
    title: "The contract",
    paths: [
      "/docs/contract",
      "/docs/contract/01-conventions",
      "/docs/contract/02-resources",
      "/docs/contract/03-endpoints",
      "/docs/contract/04-states",
      "/docs/contract/05-connect",
      "/docs/contract/06-secrets-provider",
      "/docs/contract/07-command-line",
      "/docs/contract/08-sdk",
      "/docs/contract/09-discovery",
      "/docs/contract/10-mcp",
      "/docs/contract/11-operating",
      "/docs/contract/12-error-codes",
      "/docs/contract/13-events-and-webhooks",
      "/docs/contract/14-audit-trail",
      "/docs/contract/15-time-and-database",
    ],
  },
  { title: "Maintain", paths: ["/docs/releasing"] },
];

/** Pages for people who check or change svc itself: other pages link to them, but the sidebar and the search don't. */
export const unlistedPaths: readonly string[] = ["/docs/performance", "/docs/proof", "/docs/vendors"];
