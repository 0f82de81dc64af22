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
  "Your Vault or OpenBao server, by the name that the operator of this service has given it.":
    "Su servidor de Vault u OpenBao, tal como lo ha nombrado el operador de este servicio.",
  "Namespace (optional)": "Espacio de nombres (opcional)",
  "Leave it empty if your server has no namespaces.": "Déjelo vacío si su servidor no tiene espacios de nombres.",
  "Role ID (AppRole)": "ID de rol (AppRole)",
  "From an AppRole whose tokens have the policy above and the policy “default”.":
    "El de un AppRole cuyos tokens tengan la política anterior y la política «default».",
  "This is a token, which has a field of its own.": "Es un token, que tiene su propio campo.",
  "Secret ID (AppRole)": "ID secreto (AppRole)",
  "A secret ID of this role with unlimited uses. The role's tokens must have unlimited uses too.":
    "Uno para este rol. Ni sus usos ni los de los tokens del rol pueden estar limitados.",
  "Service token": "Token de servicio",
  "Only if you have no role ID: a token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. The token isn't renewed.":
    "Solo si no tiene un ID de rol: un token con la política anterior y la política «default». No se aceptan tokens raíz, por lotes ni de recuperación. No se renueva.",
  "A service token.": "Es un token de servicio.",
  "This is a batch token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "Es un token por lotes. Use el ID de rol y un ID secreto de un AppRole, o un token de servicio (hvs.… o s.…), solo con la política necesaria.",
  "This is a recovery token. Use the role ID and a secret ID of an AppRole, or a service token (hvs.… or s.…), with only the required policy.":
    "Es un token de recuperación. Use el ID de rol y un ID secreto de un AppRole, o un token de servicio (hvs.… o s.…), solo con la política necesaria.",
  "A service token or an AppRole with this policy": "Un token de servicio o un AppRole con esta política",
  "Replace kv with the path of your secrets engine and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "Sustituya kv por la ruta de su motor de secretos y app/prod por la carpeta. La política no permite nada más. Ver la lista de motores de secretos no requiere ninguna política.",
};
