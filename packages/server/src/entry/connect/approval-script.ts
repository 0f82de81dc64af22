/**
 * The approval page's script. Without it, times are in UTC and the page reloads itself while it waits for the outcome;
 * the script writes times in the reader's own time zone, and reloads the page only once its state has changed.
 */

/** How often a page without a script reloads while it waits, in seconds. */
export const reloadSeconds = 3;

/** It is inline, and the page's policy allows it by its hash. Plain JavaScript, because it isn't built. */
export const approvalScript = `"use strict";
for (const time of document.querySelectorAll("time")) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short",
  });
  time.textContent = format.format(new Date(time.dateTime));
}
const { state, waits } = document.body.dataset;
let looks = 0;
const look = async () => {
  looks += 1;
  let pause = looks < 10 ? 1000 : 3000;
  try {
    const response = await fetch(location.href, { cache: "no-store", redirect: "error" });
    if (response.status === 429 || response.status >= 500) pause = 5000;
    else if (!(await response.text()).includes('data-state="' + state + '"')) return location.reload();
  } catch {
    pause = 5000;
  }
  setTimeout(look, pause);
};
if (waits === "yes") setTimeout(look, 500);
`;
