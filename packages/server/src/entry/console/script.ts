/** The console's only script. Every page works without it; it only adds buttons that copy ids. */

/** The script, which is inline in each page and allowed by its hash. */
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
