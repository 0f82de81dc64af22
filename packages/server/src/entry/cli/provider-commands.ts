/** The commands of `svc-server providers`. */
import type { Command } from "commander";
import type { Administration } from "../../domain/administration/port.ts";
import type { Preparation } from "../../domain/database/port.ts";
import { allDeployedProviders, localAdministration } from "./administered.ts";
import type { OperatorDeployment, OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, leaf, printResponse, printRows, type OperatorIo, type OperatorOptions } from "./io.ts";
import {
  addMcp,
  applyReview,
  readReviewFile,
  recheckProvider,
  reviewRows,
  showProvider,
  type InspectOptions,
} from "./mcp-providers.ts";
import { checkProvider, describeProvider, providerRows } from "./providers.ts";

/** The action of each command. */
export type ProviderActions = {
  listProviders(options: OperatorOptions): Promise<void>;
  checkProvider(given: string, options: OperatorOptions): Promise<void>;
  addMcp(slug: string, url: string, options: InspectOptions & { to?: string }): Promise<void>;
  recheckProvider(slug: string, options: InspectOptions): Promise<void>;
  reviewProvider(file: string, options: OperatorOptions): Promise<void>;
  applyProvider(file: string, options: OperatorOptions & { acceptHints?: boolean }): Promise<void>;
  showProvider(slug: string, options: OperatorOptions): Promise<void>;
  acceptTool(slug: string, tool: string, options: OperatorOptions): Promise<void>;
  removeProvider(slug: string, options: OperatorOptions): Promise<void>;
};

/** Adds the group `providers`. */
export function addProviderCommands(program: Command, actions: ProviderActions): void {
  const providers = program
    .command("providers")
    .description("Show the providers of this server, check others before you load them, and manage MCP servers");
  leaf(providers, "list", "List every provider with its source, version and digest", { isDefault: true }).action(
    actions.listProviders,
  );
  leaf(
    providers,
    "check <package>",
    "Check a package or folder against the rules that SVC_PROVIDERS applies at startup",
  ).action(actions.checkProvider);
  const withToken = (command: Command): Command =>
    command.option(
      "--with-token",
      "read a bearer token from standard input, if the server lists its tools only to users",
    );
  withToken(leaf(providers, "add-mcp <slug> <url>", "Inspect a remote MCP server, and write its review to a file"))
    .option("--to <file>", "the file to create (default: the slug and .review.json)")
    .action(actions.addMcp);
  leaf(providers, "review <file>", "Show what the review of an MCP server enables; - for standard input").action(
    actions.reviewProvider,
  );
  leaf(providers, "apply <file>", "Make the tools of a review available, in every process within seconds")
    .option("--accept-hints", "also enable every tool that says it only reads")
    .action(actions.applyProvider);
  leaf(providers, "show <slug>", "Show the tools of an MCP server, and what has changed since their review").action(
    actions.showProvider,
  );
  withToken(leaf(providers, "recheck <slug>", "Compare an MCP server with its review now")).action(
    actions.recheckProvider,
  );
  leaf(providers, "accept <slug> <tool>", "Accept a tool that changed, is new or is gone").action(actions.acceptTool);
  leaf(providers, "remove <slug>", "Remove an MCP server. Its connections stay, and can't be used").action(
    actions.removeProvider,
  );
}

/** Opens the deployment for a command. */
type Opened = (
  options: OperatorOptions,
  work: (deployment: OperatorDeployment) => Promise<void>,
  prepare?: Preparation,
) => Promise<void>;

/** Administers the deployment of this machine, or the server elsewhere. */
type Administered = (
  options: OperatorOptions,
  work: (administration: Administration) => Promise<void>,
) => Promise<void>;

/** @param environment its providers include those of MCP servers once a deployment is open. */
export function createProviderActions(
  io: OperatorIo,
  environment: OperatorEnvironment,
  { opened, administered }: { opened: Opened; administered: Administered },
): ProviderActions {
  return {
    async listProviders(options) {
      if (environment.remote !== null) {
        return printRows(io, options.format, providerRows(await allDeployedProviders(environment.remote)));
      }
      // Before the first start there is no database, and the others can be listed.
      const fault = await opened(options, () => Promise.resolve(), "none").then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : ""),
      );
      printRows(io, options.format, providerRows(environment.providers.map(describeProvider)));
      if (fault !== null) io.err(`MCP servers aren't listed, because the database can't be opened: ${fault}\n`);
      if (environment.providerFaults.length > 0) throw new OperatorFailure(environment.providerFaults.join("\n"));
    },
    checkProvider: async (given, { format }) => printResponse(io, format, await checkProvider(environment, given)),
    addMcp: (slug, url, options) =>
      opened(options, (deployment) => addMcp(io, deployment, environment, { slug, url, ...options })),
    recheckProvider: (slug, options) =>
      opened(options, (deployment) => {
        const administration = localAdministration(io, deployment, environment);
        return recheckProvider(io, deployment, environment, { slug, administration, ...options });
      }),
    reviewProvider: async (file, { format }) => printRows(io, format, reviewRows(await readReviewFile(file))),
    applyProvider: (file, options) =>
      administered(options, (administration) => applyReview(io, administration, file, options)),
    showProvider: (slug, options) =>
      administered(options, (administration) => showProvider(io, administration, slug, options)),
    acceptTool: (slug, tool, options) =>
      administered(options, async (administration) => {
        const { enabled } = await administration.acceptMcpTool({ params: { provider: slug }, body: { tool } });
        printResponse(io, options.format, { slug, accepted: tool, enabled });
      }),
    removeProvider: (slug, options) =>
      administered(options, async (administration) => {
        await administration.removeMcpServer({ params: { provider: slug } });
        printResponse(io, options.format, { slug, removed: true });
      }),
  };
}
