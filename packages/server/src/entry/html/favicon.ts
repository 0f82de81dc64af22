/** The icon of the pages for developers and operators: the product's mark. */

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#1d4ed8"/><path d="M7 8.500h6.500a2.500 2.500 0 0 1 0 5H10.500M17 15.500h-6.500a2.500 2.500 0 0 1 0-5H13.500" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>';

/** Its address, which loads nothing. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(mark)}`;
