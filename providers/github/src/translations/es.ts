/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Ver la lista de sus repositorios",
  "See a repository's settings and description": "Ver la configuración y la descripción de un repositorio",
  "See a repository's issues": "Ver las incidencias (issues) de un repositorio",
  "Read an issue": "Leer una incidencia (issue)",
  "See the comments on an issue": "Ver los comentarios de una incidencia (issue)",
  "Open issues on your behalf": "Abrir incidencias (issues) en su nombre",
  "Change, close and reopen issues on your behalf": "Modificar, cerrar y reabrir incidencias (issues) en su nombre",
  "Comment on issues and pull requests on your behalf": "Comentar incidencias (issues) y pull requests en su nombre",
  "See a repository's pull requests": "Ver las pull requests de un repositorio",
  "Read a pull request": "Leer una pull request",
  "Read a repository's files": "Leer archivos de un repositorio",
  "Search issues and pull requests that you can see":
    "Buscar entre las incidencias (issues) y pull requests que usted puede ver",
  "Read your profile": "Leer su perfil",
  "Read and change the public and private repositories that you have access to":
    "Leer y modificar los repositorios a los que usted tiene acceso, públicos y privados",
};
