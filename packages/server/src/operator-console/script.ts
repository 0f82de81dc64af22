/** The console's one script. Every page works without it; it only adds that an id is copied by a button. */

/** The script, which stands in each page and is let through by its hash. */
export const consoleScript = `(() => {
  const told = document.getElementById("told");
  if (!navigator.clipboard || !told) return;
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        told.textContent = "Copied " + button.dataset.copy;
        button.textContent = "Copied";
      } catch {
        told.textContent = "The browser did not copy it.";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }
})();`;
