/** The version that `--version` prints and that requests name. */
export const version = "0.1.0";
