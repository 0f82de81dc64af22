/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configs de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una config, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  "Service Token or Service Account Token": "Service Token o Service Account Token",
  "A Service Token gives access to one config, a Service Account Token to the projects of its service account. Personal and CLI tokens aren't accepted.":
    "Un Service Token da acceso a una config; un Service Account Token, a los proyectos de su cuenta de servicio. No se aceptan tokens personales ni de CLI.",
  "A Service Token gives access to one config only. It can't list projects or configs; everything else works in that config.":
    "Un Service Token solo da acceso a una config. No permite listar proyectos ni configs; todo lo demás funciona en esa config.",
  "A Service Token. It gives access to one config.": "Un Service Token. Da acceso a una config.",
  "A Service Account Token. It gives access to the projects of its service account.":
    "Un Service Account Token. Da acceso a los proyectos de su cuenta de servicio.",
  "This is a personal token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token personal. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a CLI token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de CLI. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a SCIM token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token SCIM. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is an audit token. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de auditoría. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "This is a service account identity token, which is only valid for a short time. Use a Service Token (dp.st.…) or a Service Account Token (dp.sa.…).":
    "Este es un token de identidad de cuenta de servicio, que solo es válido durante poco tiempo. Use un Service Token (dp.st.…) o un Service Account Token (dp.sa.…).",
  "A Service Account Token with write access to the projects you need":
    "Un Service Account Token con acceso de escritura a los proyectos necesarios",
  "A Service Account Token with read-only access to the projects you need":
    "Un Service Account Token con acceso de solo lectura a los proyectos necesarios",
  "A Service Token can't list projects or configs, because it is limited to one config. Give the service account only the projects it needs.":
    "Un Service Token no puede listar proyectos ni configs, porque está limitado a una config. Dé a la cuenta de servicio acceso solo a los proyectos necesarios.",
  "A Service Token with read/write access": "Un Service Token con acceso de lectura y escritura (read/write)",
  "It gives access to one config and nothing else. Write access is needed to change secrets.":
    "Da acceso a una sola config. El acceso de escritura es necesario para cambiar secretos.",
  "A Service Token with read access": "Un Service Token con acceso de lectura (read)",
  "It gives access to one config and nothing else, and it can't change anything there.":
    "Da acceso a una sola config y no puede cambiar nada en ella.",
};
