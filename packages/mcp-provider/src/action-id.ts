/** The ids of actions that are tools. */
import { actionIdPattern } from "@svc/contract";

const idCharsMax = 100;

/**
 * Returns the action's id for a tool's name: the name itself if it is one, such as `issues.create`; otherwise its words
 * after `tools.`, so that `create-issue` and `create_issue` are both `tools.createIssue`. Null if the name has no usable
 * word.
 */
export function actionIdOf(name: string): string | null {
  if (name.length > idCharsMax) return null;
  if (new RegExp(actionIdPattern).test(name)) return name;
  const [first = "", ...others] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const camel = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  const id = `tools.${camel.charAt(0).toLowerCase()}${camel.slice(1)}`;
  return new RegExp(actionIdPattern).test(id) && id.length <= idCharsMax ? id : null;
}
