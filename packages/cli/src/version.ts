/** The version that `--version` prints and requests send. */
export const version = "0.1.0";
