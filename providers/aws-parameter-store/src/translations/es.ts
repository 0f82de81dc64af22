/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  "Replace app/prod with your project and config. The policy allows nothing else, except that AWS can only allow reading the descriptions of all parameters, without their values. If you use your own KMS key, also allow kms:Encrypt and kms:Decrypt on it.":
    "Sustituya app/prod por su proyecto y su configuración. La política no permite nada más; AWS solo puede permitir las descripciones, sin valores, de todos los parámetros. Si usa una clave de KMS propia, permita también kms:Encrypt y kms:Decrypt sobre ella.",
};
