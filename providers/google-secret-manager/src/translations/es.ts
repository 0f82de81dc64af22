/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "service account key": "clave de cuenta de servicio",
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  "Create secrets that have no value yet": "Crear secretos que aún no tienen valor",
  "Service account key": "Clave de cuenta de servicio",
  "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.":
    "El archivo JSON que la consola de Google Cloud descarga al crear una clave. Péguelo completo.",
  "This is an API key. Use the whole JSON file of a service account key.":
    "Es una clave de API. Use el archivo JSON completo de una clave de cuenta de servicio.",
  "This is an access token, which expires within an hour. Use the whole JSON file of a service account key.":
    "Es un token de acceso, que caduca en una hora. Use el archivo JSON completo de una clave de cuenta de servicio.",
  "This is only the private key of a service account. Use the whole JSON file of a service account key.":
    "Es solo la clave privada de una cuenta de servicio. Use el archivo JSON completo de una clave de cuenta de servicio.",
  "A key of a service account with these roles": "Una clave de una cuenta de servicio con estos roles",
  "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.":
    "Sustituya el proyecto y la dirección de correo de la cuenta de servicio. Con una condición de IAM sobre el nombre del recurso puede limitar un rol a los secretos de una configuración; solo la lista necesita el proyecto entero.",
};
