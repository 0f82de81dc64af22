/** The files of a provider's actions, generated from a description. */
import { actionsCode, shapeImport } from "./action-code.ts";
import { actionIdOf, listConstantOf, resourceOf } from "./code-names.ts";
import { DescriptionError, itemsOf, toNode } from "./description.ts";
import type { Description } from "./description.ts";
import { inputOf } from "./input-code.ts";
import type { Input } from "./input-code.ts";
import { findOperation, quoted } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { Resources } from "./output-code.ts";

export interface PlannedAction {
  readonly id: string;
  readonly operation: Operation;
  readonly input: Input;
  /** An input that works with the simulator. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** The API's address. */
export interface Place {
  readonly origin: string;
  /** The path of the server's URL. */
  readonly basePath: readonly string[];
}

/**
 * The actions for a list of operations: `listPets,createPet=pets.add`. An operation without an explicit id gets one
 * from its path and method.
 * @throws DescriptionError with one line about the first operation that can't become an action.
 */
export function planActions(description: Description, operations: string): PlannedAction[] {
  const planned = operations
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry): PlannedAction => {
      const at = entry.lastIndexOf("=");
      const operation = findOperation(description, at < 0 ? entry : entry.slice(0, at));
      const id = actionIdOf(operation, at < 0 ? undefined : entry.slice(at + 1));
      const input = inputOf(description, operation);
      return { id, operation, input, example: exampleInput(input) };
    });
  if (planned.length === 0) throw new DescriptionError("Name at least one operation.");
  for (const { id, operation } of planned) {
    if (planned.filter((other) => other.id === id).length > 1) {
      throw new DescriptionError(
        `Two actions would be ${id}: give one a name, such as ${operation.operationId}=${id}.other.`,
      );
    }
  }
  return planned;
}

/** @throws DescriptionError if the description has no fixed https address. */
export function placeOf(description: Description): Place {
  const [server] = itemsOf(description.root["servers"]);
  const given = toNode(server)["url"];
  const url = typeof given === "string" && !given.includes("{") ? URL.parse(given) : null;
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new DescriptionError(
      `The first server of the description isn't a fixed https address (${quoted(String(given))}).`,
    );
  }
  return { origin: url.origin, basePath: url.pathname.split("/").filter((segment) => segment !== "") };
}

/** The files of the actions and of the shapes that they share, by path below `src`. They aren't formatted. */
export function actionFiles(
  description: Description,
  actions: readonly PlannedAction[],
  { basePath }: Place,
  hasScopes: boolean,
): Map<string, string> {
  const resources = new Resources();
  const files = new Map(
    [...Map.groupBy(actions, ({ id }) => resourceOf(id))].map(([resource, group]) => {
      const sources = group.map((action) => ({ ...action, basePath, hasScopes }));
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

function exampleInput({ fields }: Input): Record<string, unknown> {
  // Optional query parameters would narrow the simulator's results.
  const given = fields.filter(({ required, to }) => required || to !== "query");
  return Object.fromEntries(given.map(({ name, sample }) => [name, sample]));
}
