/** A letter: Doppler has published no logo that may be copied here. */

/** Path data on a grid of 24 by 24. */
export const logo = "M5 3h6.2c5.3 0 8.8 3.5 8.8 9s-3.5 9-8.8 9H5zm4 3.6v10.8h2.1c3 0 4.8-2 4.8-5.4s-1.8-5.4-4.8-5.4z";
