/**
 * The console's only script. Every page works without it; it adds buttons that copy ids, brings the focus to the search
 * with the key "/", and keeps the parts marked
 * `data-live` up to date.
 *
 * A refresh fetches the same page and replaces only these parts, so that position, focus and open forms are kept. A
 * header marks it as automatic, so that it doesn't keep a session alive. There is no refresh while the page is hidden
 * or paused, and parts that contain the focus or a selection aren't replaced.
 */

/** The header that marks a request as an automatic refresh. */
export const refreshHeader = "x-console-refresh";

const refreshEveryMs = 10_000;

/** The script, which is inline in each page and allowed by its hash. */
export const consoleScript = `(() => {
  const region = document.getElementById("announcement");
  const announce = (text) => { if (region) region.textContent = text; };
  if (navigator.clipboard) {
    document.documentElement.classList.add("copies");
    document.addEventListener("click", async (event) => {
      const button = event.target.closest && event.target.closest("button[data-copy]");
      if (!button) return;
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        announce("Copied " + button.dataset.copy);
        button.classList.add("copied");
        setTimeout(() => button.classList.remove("copied"), 2000);
      } catch {
        announce("The browser didn't copy it.");
      }
    });
  }

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest && event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    const field = document.getElementById("search");
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  const toggle = document.getElementById("live");
  if (!toggle) return;
  let paused = sessionStorage.getItem("paused") === "yes";
  const note = document.getElementById("live-note");
  const show = (text) => {
    toggle.setAttribute("aria-pressed", String(!paused));
    note.textContent = text || (paused ? "Paused" : "");
  };
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    paused = !paused;
    sessionStorage.setItem("paused", paused ? "yes" : "no");
    show();
    if (!paused) refresh();
  });
  show();

  const isInUse = (part) => {
    const selection = getSelection();
    return part.contains(document.activeElement) ||
      (selection && !selection.isCollapsed && part.contains(selection.anchorNode));
  };
  const take = (fresh) => {
    for (const part of document.querySelectorAll("[data-live]")) {
      const next = fresh.querySelector('[data-live="' + part.dataset.live + '"]');
      if (!next || isInUse(part)) continue;
      const open = [...part.querySelectorAll("details")].map((one) => one.open);
      const copy = document.importNode(next, true);
      copy.querySelectorAll("details").forEach((one, index) => { one.open = open[index] === true; });
      part.replaceWith(copy);
    }
  };
  let asking = false;
  const refresh = () => {
    if (asking || paused || document.hidden) return;
    asking = true;
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.setRequestHeader("${refreshHeader}", "1");
    request.timeout = ${refreshEveryMs};
    request.onloadend = () => {
      asking = false;
      if (request.status === 401) {
        paused = true;
        show("Signed out");
      } else if (request.status === 200 && request.response) {
        take(request.response);
        show();
      } else {
        show("Not updated");
      }
    };
    request.send();
  };
  setInterval(refresh, ${refreshEveryMs});
  document.addEventListener("visibilitychange", refresh);
})();`;
