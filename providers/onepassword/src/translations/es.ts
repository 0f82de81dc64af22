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
  "Your Connect server, by the name that the operator of this service has given it.":
    "Su servidor Connect, tal como lo ha nombrado el operador de este servicio.",
  "Access token": "Token de acceso",
  "A token that you created for this Connect server, with access to one vault.":
    "Un token que haya creado para este servidor Connect, con acceso a una bóveda.",
  "An access token.": "Es un token de acceso.",
  "This is a service account token, which Connect servers don't accept. Use an access token (eyJ…) of your Connect server.":
    "Es un token de cuenta de servicio, que los servidores Connect no aceptan. Use un token de acceso (eyJ…) de su servidor Connect.",
  "This is the Secret Key of a 1Password account. Use an access token (eyJ…) of your Connect server.":
    "Es la Secret Key de una cuenta de 1Password. Use un token de acceso (eyJ…) de su servidor Connect.",
  "A Connect token with read and write access to one vault":
    "Un token de Connect con acceso de lectura y escritura a una bóveda",
  "A Connect token with read access to one vault": "Un token de Connect con acceso de lectura a una bóveda",
  "Create it in 1Password under Developer, for the Connect server. It has access to no other vault. Give items that belong together the same tag.":
    "Créelo en 1Password, en «Developer», para el servidor Connect. No puede usar ninguna otra bóveda. Los elementos que van juntos tienen la misma etiqueta.",
};
