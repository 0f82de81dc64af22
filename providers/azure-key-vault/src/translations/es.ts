/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "client secret": "secreto de cliente",
  "See the names and descriptions of your projects": "Ver los nombres y las descripciones de sus proyectos",
  "See the names of a project's configs": "Ver los nombres de las configuraciones de un proyecto",
  "See the names of a config's secrets, but not their values":
    "Ver los nombres de los secretos de una configuración, pero no sus valores",
  "Read the value of a secret": "Leer el valor de un secreto",
  "Create and replace secrets": "Crear y reemplazar secretos",
  "Delete secrets": "Eliminar secretos",
  Vault: "Almacén",
  "The name that the operator of this service gave your key vault.":
    "Su almacén de claves, tal como lo ha nombrado el operador de este servicio.",
  "Directory (tenant) ID": "Id. de directorio (inquilino)",
  "On the overview page of your app registration.": "En la página de información general de su registro de aplicación.",
  "Application (client) ID": "Id. de aplicación (cliente)",
  "On the same page.": "En la misma página.",
  "Client secret": "Secreto de cliente",
  "The value of a client secret, not its ID. The page “Certificates & secrets” shows it once.":
    "El valor de un secreto de cliente, no su id. La página «Certificados y secretos» lo muestra una vez.",
  "This is an access token, which expires within hours. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Es un token de acceso, que caduca en unas horas. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
  "This is a certificate or a private key. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Es un certificado o una clave privada. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
  "This is a connection string. Use the value of a client secret. Since 2021, it has 40 characters and contains Q~.":
    "Es una cadena de conexión. Use el valor de un secreto de cliente. Desde 2021, tiene 40 caracteres y contiene Q~.",
  "An app registration with this role on your vault": "Un registro de aplicación con este rol en su almacén",
  "Replace the client ID and the vault's resource ID. The role is the least privileged one that covers the requested actions. If your vault uses access policies, grant the same secret permissions there.":
    "Sustituya el id. de cliente y el id. de recurso del almacén. El rol es el más limitado que tiene Azure para lo que se solicita. Un almacén con directivas de acceso necesita allí los mismos permisos para secretos.",
};
