/** A letter: Infisical has published no logo that may be copied here. */

/** Path data on a grid of 24 by 24. */
export const logo = "M7 3h10v3.5h-3v11h3V21H7v-3.5h3v-11H7z";
