/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow listing the names of all secrets. If you use your own KMS key, also allow kms:Decrypt and kms:GenerateDataKey on it.":
    "Sustituya app/prod por su proyecto y su configuración. La política no permite nada más; AWS solo puede permitir la lista de todos los nombres. Si usa una clave de KMS propia, permita también kms:Decrypt y kms:GenerateDataKey sobre ella.",
};
