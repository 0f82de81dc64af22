/** The files of a provider's actions, generated from a description. */
import { actionsCode, shapeImport } from "./action-code.ts";
import { constantOf, isActionId, listConstantOf, resourceOf } from "./code-names.ts";
import type { Described } from "./described.ts";
import { DescriptionError, itemsOf, quoted, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import { inputOf } from "./input-code.ts";
import type { Input } from "./input-code.ts";
import { readOperation } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { chooseOperations } from "./operations.ts";
import type { Chosen } from "./operations.ts";
import { Resources } from "./output-code.ts";

export interface PlannedAction {
  readonly id: string;
  readonly operation: Operation;
  readonly input: Input;
  /** An input that works with the simulator. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The actions, and the operations that can't become one. */
export interface Plan {
  readonly actions: readonly PlannedAction[];
  readonly leftOut: readonly { readonly key: string; readonly why: string }[];
}

/** The API's address. */
export interface Place {
  readonly origin: string;
  /** The path of the server's URL. */
  readonly basePath: readonly string[];
}

/**
 * The actions for a list of operations: `listPets,createPet=pets.add`.
 * @throws DescriptionError with one line if none can become an action, or the list is wrong.
 */
export function planActions(description: Description, operations: string): Plan {
  const chosen = chooseOperations(description, operations);
  for (const one of chosen) checkId(one, chosen);
  const actions: PlannedAction[] = [];
  const leftOut: { key: string; why: string }[] = [];
  for (const { described, actionId } of chosen) {
    try {
      actions.push(planAction(description, described, actionId));
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error;
      leftOut.push({ key: described.key, why: error.message });
    }
  }
  const [first] = leftOut;
  if (actions.length === 0 && first !== undefined) {
    throw new DescriptionError(`${quoted(first.key)} can't become an action: ${first.why}.`);
  }
  return { actions, leftOut };
}

/** @throws DescriptionError without a name of the operation if it can't become an action. */
export function planAction(description: Description, described: Described, id: string): PlannedAction {
  const operation = readOperation(description, described);
  const [, ...segments] = operation.template.split("/");
  if (segments.length > 1 && segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    throw new DescriptionError("its path has an empty segment or ends with a slash, which actions can't send");
  }
  const input = inputOf(description, operation);
  return { id, operation, input, example: exampleInput(input) };
}

function checkId({ described, actionId }: Chosen, chosen: readonly Chosen[]): void {
  const { key } = described;
  if (!isActionId(actionId)) {
    const letters = key.replaceAll(/[^A-Za-z]/g, "").slice(0, 40) || "it";
    throw new DescriptionError(`Give ${quoted(key)} an id of words joined with dots, such as ${letters}=pets.list.`);
  }
  if (chosen.filter((other) => constantOf(other.actionId) === constantOf(actionId)).length > 1) {
    throw new DescriptionError(`Two actions would be ${actionId}: give one a name, such as ${key}=${actionId}.other.`);
  }
}

/**
 * The address of the API.
 * @param given from the command line, instead of the description's own.
 * @throws DescriptionError if neither is a fixed https address.
 */
export function placeOf(description: Description, given?: string): Place {
  const [server] = itemsOf(description.root["servers"]);
  const text = given ?? toNode(server)["url"];
  const url = typeof text === "string" && !text.includes("{") ? URL.parse(text) : null;
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new DescriptionError(
      given === undefined
        ? `The first server of the description isn't a fixed https address (${quoted(String(text))}): pass it with --server.`
        : "--server must be an https address, such as https://api.example.com/v1.",
    );
  }
  return { origin: url.origin, basePath: url.pathname.split("/").filter((segment) => segment !== "") };
}

/** The files of the actions and of the shapes that they share, by path below `src`. They aren't formatted. */
export function actionFiles(
  description: Description,
  actions: readonly PlannedAction[],
  { basePath }: Place,
  product: string,
): Map<string, string> {
  const resources = new Resources();
  const files = new Map(
    [...Map.groupBy(actions, ({ id }) => resourceOf(id))].map(([resource, group]) => {
      const sources = group.map((action) => ({ ...action, basePath, product }));
      return [`actions/${resource}.ts`, actionsCode(description, sources, resources)];
    }),
  );
  if (resources.shapes.size === 0) return files;
  const constants = [...resources.shapes].map(
    ([constant, code]) => `/** From the API's description. */\nexport const ${constant} = ${code};\n`,
  );
  const header = "/** The returned parts of the API's resources. */";
  return files.set(
    "resources.ts",
    [header, shapeImport([...resources.shapes.values()].join()), "", ...constants].join("\n"),
  );
}

/** The lists of actions, for the manifest. */
export function actionLists(actions: readonly PlannedAction[]): { constant: string; file: string }[] {
  const firsts = [...Map.groupBy(actions, ({ id }) => resourceOf(id)).values()].map(([first]) => first?.id ?? "");
  return firsts.map((id) => ({ constant: listConstantOf(id), file: `./actions/${resourceOf(id)}.ts` }));
}

/** The names of the headers that the actions set. */
export function requestHeadersOf(actions: readonly PlannedAction[]): string[] {
  const names = actions.flatMap(({ input }) => [
    ...Object.keys(input.headers),
    ...input.fields.filter(({ to }) => to === "header").map(({ from }) => from),
  ]);
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

function exampleInput({ fields }: Input): Record<string, unknown> {
  // Optional query parameters would narrow the simulator's results.
  const given = fields.filter(({ required, to }) => required || to !== "query");
  return Object.fromEntries(given.map(({ name, sample }) => [name, sample]));
}
