/** Spanish for what end users read: the English text as it stands in the code → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Ver la lista de sus repositorios",
  "See a repository's settings and description": "Ver la configuración y la descripción de un repositorio",
  "See the issues of a repository": "Ver las incidencias (issues) de un repositorio",
  "Read an issue": "Leer una incidencia (issue)",
  "Open issues in your name": "Abrir incidencias (issues) en su nombre",
  "Change, close and reopen issues in your name": "Modificar, cerrar y reabrir incidencias (issues) en su nombre",
  "Comment on issues and pull requests in your name": "Comentar incidencias (issues) y pull requests en su nombre",
  "See the pull requests of a repository": "Ver las pull requests de un repositorio",
  "Read a pull request": "Leer una pull request",
  "Read files of a repository": "Leer archivos de un repositorio",
  "Search issues and pull requests that you can see":
    "Buscar entre las incidencias (issues) y pull requests que usted puede ver",
  "Read your profile": "Leer su perfil",
  "Read and change the repositories that you can reach, public and private ones":
    "Leer y modificar los repositorios a los que usted tiene acceso, públicos y privados",
};
