/** Spanish for what end users read: the English text as it stands in the code → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Ver los nombres y descripciones de sus proyectos",
  "See the names of the configs of a project": "Ver los nombres de las configs de un proyecto",
  "See the names of the secrets of a config, not their values":
    "Ver los nombres de los secretos de una config, no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  "Service Token or Service Account Token": "Service Token o Service Account Token",
  "A Service Token reaches one config; a Service Account Token reaches the projects that its service account was given. Personal and CLI tokens are not accepted.":
    "Un Service Token alcanza una config; un Service Account Token alcanza los proyectos que se dieron a su cuenta de servicio. No se aceptan tokens personales ni de CLI.",
  "A Service Token reaches one config only. Projects and configs cannot be listed with it; all else works in that config.":
    "Un Service Token alcanza una sola config. Con él no se pueden listar proyectos ni configs; todo lo demás funciona en esa config.",
  "A Service Token. It reaches the one config that it was made for.":
    "Un Service Token. Alcanza la única config para la que se creó.",
  "A Service Account Token. It reaches the projects that its service account was given.":
    "Un Service Account Token. Alcanza los proyectos que se dieron a su cuenta de servicio.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token personal. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de CLI. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token SCIM. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de auditoría. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a service account identity token, which lives for a short time only. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de identidad de cuenta de servicio, que dura poco tiempo. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "A Service Account Token whose account may write in the projects needed":
    "Un Service Account Token cuya cuenta pueda escribir en los proyectos necesarios",
  "A Service Account Token whose account may only view the projects needed":
    "Un Service Account Token cuya cuenta solo pueda ver los proyectos necesarios",
  "Listing projects or configs reaches beyond a single config, which a Service Token cannot do. Give the service account the projects that are needed and no others.":
    "Listar proyectos o configs va más allá de una sola config, y un Service Token no puede hacerlo. Dé a la cuenta de servicio los proyectos necesarios y ningún otro.",
  "A Service Token with read/write access": "Un Service Token con lectura y escritura (read/write)",
  "It reaches one config and nothing else. Write access is needed because secrets are to be changed.":
    "Alcanza una config y nada más. Se necesita escritura porque se van a cambiar secretos.",
  "A Service Token with read access": "Un Service Token de lectura (read)",
  "It reaches one config and nothing else, and it cannot change anything there.":
    "Alcanza una config y nada más, y allí no puede cambiar nada.",
};
