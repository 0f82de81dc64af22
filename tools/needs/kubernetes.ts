/** What judges Kubernetes manifests: a program with the schemas of Kubernetes itself. */
import { join } from "node:path";
import type { Need } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

/** It has the version of the Kubernetes whose schemas it brings. */
const version = "1.37.0";

/** Where its packages are. */
export const kubernetesValidateFolder: string = pipFolder("kubernetes-validate", version);

/** That program. Its file is started by Python, with its folder in `PYTHONPATH`. */
export const kubernetesValidatePath: string = join(kubernetesValidateFolder, "bin/kubernetes-validate");

/** That judge. */
export const kubernetesValidate: Need = fromPip({
  name: `kubernetes-validate ${version}`,
  folder: kubernetesValidateFolder,
  requirement: `kubernetes-validate==${version}`,
  proof: "bin/kubernetes-validate",
});
