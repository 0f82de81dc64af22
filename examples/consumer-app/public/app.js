// The example's frontend. With a bundler, write this instead: import { connect, readReturn } from "@svc/connect";
const { connect, readReturn } = window.SvcConnect;
const find = (id) => document.getElementById(id);

async function call(method, path, body) {
  const init =
    method === "POST" ? { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } } : {};
  const response = await fetch(path, { method, ...init });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), answer);
  return answer;
}

function say(text) {
  find("notice").textContent = text;
}

/** Runs a button's action, one at a time, and shows errors. */
async function act(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(error.unknown ? "The answer was lost. The write is listed below and won't be sent again." : error.message);
  } finally {
    button.disabled = false;
    await show();
  }
}

/** The user is done. The backend knows who is signed in, and confirms. */
async function finish(session, result) {
  if (result.status === "awaiting_confirmation") {
    await call("POST", "/api/connect/complete", { session, completionCode: result.completionCode });
    say("Your account is connected.");
  } else if (result.status === "cancelled") say("Nothing was connected.");
  else if (result.status === "expired") say("That took too long. Please try again.");
  else if (result.status === "failed")
    say(`That didn't work${result.code ? ` (${result.code})` : ""}. Please try again.`);
}

for (const button of document.querySelectorAll("[data-mode]")) {
  button.addEventListener("click", () => {
    void act(button, async () => {
      say("");
      const { session, token } = await call("POST", "/api/connect");
      await finish(session.id, await connect({ session, token, mode: button.dataset.mode }));
    });
  });
}

find("sign-in-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void act(event.submitter, async () => {
    await call("POST", "/api/sign-in", { name: find("name").value });
    say("");
  });
});

find("write-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const [name, value] = [find("secret-name").value, find("secret-value").value];
  void act(event.submitter, async () => {
    await call("POST", "/api/secrets/write", { name, value });
    find("secret-value").value = "";
    say(`${name} is written.`);
  });
});

function item(text, ...buttons) {
  const element = document.createElement("li");
  const label = document.createElement("span");
  label.textContent = text;
  element.append(label, ...buttons);
  return element;
}

function button(text, work) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "quiet";
  element.textContent = text;
  element.addEventListener("click", () => void act(element, work));
  return element;
}

const states = {
  open: "no answer yet",
  unknown: "unknown. Check the secret, then say what you found. It won't be sent again.",
  succeeded: "written",
  failed: "not written",
};

function writeItem({ key, name, state }) {
  const resolve = (outcome) => () => call("POST", "/api/writes/resolve", { key, outcome });
  const buttons =
    state === "unknown"
      ? [button("It was written", resolve("succeeded")), button("It was not", resolve("failed"))]
      : [];
  return item(`${name}: ${states[state]}`, ...buttons);
}

/** Shows the current state. */
async function show() {
  const me = await call("GET", "/api/me");
  find("sign-in").hidden = me !== null;
  find("connect").hidden = me === null;
  find("secrets").hidden = !me?.connected;
  if (me === null) return;
  find("state").textContent = `${me.name}: ${me.connected ? "connected" : "not connected yet"}`;
  if (!me.connected) return;
  const [{ names }, { writes }] = await Promise.all([call("GET", "/api/secrets"), call("GET", "/api/writes")]);
  find("names").replaceChildren(
    ...names.map((name) => {
      const show = button("Show", async () => {
        const { computed } = await call("POST", "/api/secrets/read", { name });
        say(`${name} = ${computed}`);
      });
      show.setAttribute("aria-label", `Show ${name}`);
      return item(name, show);
    }),
  );
  find("writes").replaceChildren(...writes.map(writeItem));
}

/** After a redirect the page loads again, with the result in its address. */
async function start() {
  const returned = readReturn(location);
  if (returned !== null) {
    history.replaceState(null, "", "/");
    await finish(returned.session, returned).catch((error) => say(error.message));
  }
  await show();
}
void start().catch((error) => say(error.message));
