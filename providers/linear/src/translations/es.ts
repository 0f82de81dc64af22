/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the issues in your workspace": "Ver las incidencias de su espacio de trabajo",
  "Read your issues": "Leer sus incidencias",
  "Search your issues": "Buscar en sus incidencias",
  "Create issues": "Crear incidencias",
  "Change your issues": "Cambiar sus incidencias",
  "Archive your issues": "Archivar sus incidencias",
  "See the comments on your issues": "Ver los comentarios de sus incidencias",
  "Comment on issues": "Comentar incidencias",
  "See what your issues link to": "Ver a qué enlazan sus incidencias",
  "Link pages to your issues": "Enlazar páginas a sus incidencias",
  "See your teams": "Ver sus equipos",
  "See the states of your issues": "Ver los estados de sus incidencias",
  "See the labels of your issues": "Ver las etiquetas de sus incidencias",
  "See who is in your workspace": "Ver quién está en su espacio de trabajo",
  "See your projects": "Ver sus proyectos",
  "See everything in your workspace that you can see": "Ver todo lo que usted puede ver en su espacio de trabajo",
  "Change everything in your workspace that you can change":
    "Cambiar todo lo que usted puede cambiar en su espacio de trabajo",
  "API key": "Clave de API",
  "A personal API key. It acts as you.": "Una clave de API personal. Actúa en su nombre.",
  "This is a personal API key.": "Es una clave de API personal.",
  "This is an app's token. An API key begins with lin_api_.":
    "Es el token de una aplicación. Una clave empieza por lin_api_.",
  "This is a webhook secret. An API key begins with lin_api_.":
    "Es el secreto de un webhook. Una clave empieza por lin_api_.",
};
