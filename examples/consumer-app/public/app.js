// Harbor's pages work with forms and links. This adds the parts that need a script: the hosted Connect page, and
// waiting.
const { connect } = window.SvcConnect;

async function post(path, fields) {
  const init = { method: "POST", body: new URLSearchParams(fields), headers: { accept: "application/json" } };
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return await response.json();
}

let isBusy = false;

// Opens the hosted page for a new session, and lets the server find out its result.
async function connectFrom(form) {
  isBusy = true;
  const button = form.querySelector("button");
  button.setAttribute("aria-disabled", "true");
  try {
    const { session, token, mode } = await post(form.action, new FormData(form));
    // With "redirect", the browser leaves this page and returns to /connected.
    const { completionCode = "" } = await connect({ session, token, mode });
    const csrf = form.elements.csrf.value;
    await post("/connect/finish", { csrf, session: session.id, completionCode });
    location.replace("/integrations");
  } catch {
    isBusy = false;
    button.removeAttribute("aria-disabled");
    const notice = document.getElementById("notice");
    notice.textContent = "Connecting didn't work. Check your network, reload this page and try again.";
    notice.hidden = false;
  }
}

for (const form of document.querySelectorAll("form[data-connect]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isBusy) void connectFrom(form);
  });
}

// Reloads the page when its data has changed on the server, unless the hosted page is open in it.
const watched = document.querySelector("[data-watch]");
if (watched !== null) {
  const timer = setInterval(async () => {
    if (isBusy) return;
    const headers = { accept: "application/json" };
    const response = await fetch(watched.dataset.watch, { headers }).catch(() => null);
    if (response === null || !response.ok || isBusy) return;
    const { state } = await response.json();
    if (state === watched.dataset.state) return;
    clearInterval(timer);
    location.reload();
  }, 2000);
}

// Counts down until a provider accepts requests again.
for (const form of document.querySelectorAll("form[data-wait]")) {
  const readyAt = Date.now() + Number(form.dataset.wait);
  const text = document.querySelector("[data-countdown]");
  const button = form.querySelector("button");
  const show = () => {
    const seconds = Math.ceil((readyAt - Date.now()) / 1000);
    button.disabled = seconds > 0;
    if (text !== null) text.textContent = seconds > 0 ? `in ${seconds} s` : "now";
    if (seconds > 0) setTimeout(show, 250);
  };
  show();
}
