/** What judges packed packages: publint, and are-the-types-wrong. */
export { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
export { publint } from "publint";
export { formatMessage } from "publint/utils";
