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
  "Your Vault or OpenBao server, as the operator of this service has named it.":
    "Su servidor de Vault u OpenBao, tal como lo ha nombrado el operador de este servicio.",
  "Namespace (optional)": "Espacio de nombres (opcional)",
  "Leave it empty if your server has no namespaces.": "Déjelo vacío si su servidor no tiene espacios de nombres.",
  "Service token": "Token de servicio",
  "A token with the policy above and the policy “default”. Root, batch and recovery tokens aren't accepted. It isn't renewed.":
    "Un token con la política anterior y la política «default». No se aceptan tokens raíz, por lotes ni de recuperación. No se renueva.",
  "A service token.": "Es un token de servicio.",
  "This is a batch token. Use a service token (hvs.… or s.…) with only the policy that is needed.":
    "Es un token por lotes. Use un token de servicio (hvs.… o s.…) que solo tenga la política necesaria.",
  "This is a recovery token. Use a service token (hvs.… or s.…) with only the policy that is needed.":
    "Es un token de recuperación. Use un token de servicio (hvs.… o s.…) que solo tenga la política necesaria.",
  "A service token with this policy": "Un token de servicio con esta política",
  "Replace kv with the path of your secrets engine, and app/prod with the folder. The policy allows nothing else. Listing secrets engines needs no policy.":
    "Sustituya kv por la ruta de su motor de secretos y app/prod por la carpeta. La política no permite nada más. Ver la lista de motores de secretos no requiere ninguna política.",
};
