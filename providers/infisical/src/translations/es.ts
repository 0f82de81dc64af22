/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  Server: "Servidor",
  "Infisical's cloud in your region or your own server, as the operator of this service has named it.":
    "La nube de Infisical en su región o su propio servidor, tal como lo ha nombrado el operador de este servicio.",
  "Access token": "Token de acceso",
  "Create one with Token Auth for a machine identity that has the role above. It isn't renewed, so choose a long lifetime.":
    "Créelo con Token Auth para una identidad de máquina que tenga el rol anterior. No se renueva, así que dele una duración larga.",
  "An access token.": "Es un token de acceso.",
  "This is a service token. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "Es un token de servicio. Use un token de acceso (eyJ…) que haya creado con Token Auth para una identidad de máquina.",
  "This is an API key of a user. Use an access token (eyJ…) that you created with Token Auth for a machine identity.":
    "Es una clave de API de un usuario. Use un token de acceso (eyJ…) que haya creado con Token Auth para una identidad de máquina.",
  "An access token of a machine identity with this role": "Un token de acceso de una identidad de máquina con este rol",
  "Make a role in the project with these permissions, and give it to the identity. Replace prod with your environment, and /payments with your folder. Listing projects and folders needs no permission of its own.":
    "Cree en el proyecto un rol con estos permisos y asígnelo a la identidad. Sustituya prod por su entorno y /payments por su carpeta. Ver la lista de proyectos y carpetas no requiere ningún permiso propio.",
};
