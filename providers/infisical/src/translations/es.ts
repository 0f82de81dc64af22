/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  credential: "credencial",
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  Server: "Servidor",
  "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.":
    "La nube de Infisical en su región o su propio servidor, tal como lo ha nombrado el operador de este servicio.",
  "Client ID (Universal Auth)": "ID de cliente (Universal Auth)",
  "Shown under Universal Auth in your machine identity.": "Lo muestra Universal Auth de su identidad de máquina.",
  "Client secret (Universal Auth)": "Secreto de cliente (Universal Auth)",
  "Create one for this client ID, with unlimited uses. Infisical shows it only once.":
    "Cree uno para este ID de cliente, sin límite de usos. Infisical lo muestra una sola vez.",
  "Access token (Token Auth)": "Token de acceso (Token Auth)",
  "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.":
    "Solo si no tiene un ID de cliente: créelo con Token Auth para la identidad de máquina. No se renueva, así que dele una duración larga.",
  "An access token.": "Es un token de acceso.",
  "This is an access token, which has a field of its own.": "Es un token de acceso, que tiene su propio campo.",
  "This is a service token. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "Es un token de servicio. Use el ID de cliente y el secreto de cliente de una identidad de máquina (Universal Auth) o su token de acceso (eyJ…, Token Auth).",
  "This is a user's API key. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    "Es una clave de API de un usuario. Use el ID de cliente y el secreto de cliente de una identidad de máquina (Universal Auth) o su token de acceso (eyJ…, Token Auth).",
  "A machine identity with this role": "Una identidad de máquina con este rol",
  "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.":
    "Cree en el proyecto un rol con estos permisos y asígnelo a la identidad. Sustituya prod por su entorno y /payments por su carpeta. Ver la lista de proyectos y carpetas no requiere ningún permiso propio.",
};
