/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "restricted key": "clé restreinte",
  "See your customers": "Voir vos clients",
  "See a customer": "Voir un client",
  "Create customers": "Créer des clients",
  "Change customers": "Modifier des clients",
  "See your products": "Voir vos produits",
  "Create products": "Créer des produits",
  "See your prices": "Voir vos prix",
  "Create prices": "Créer des prix",
  "See your payments": "Voir vos paiements",
  "See a payment": "Consulter un paiement",
  "See your refunds": "Voir vos remboursements",
  "Refund payments": "Rembourser des paiements",
  "See your subscriptions": "Voir vos abonnements",
  "See a subscription": "Voir un abonnement",
  "Cancel subscriptions": "Résilier des abonnements",
  "See your balance": "Voir votre solde",
  "Restricted key": "Clé restreinte",
  "Create a restricted key with only the permissions listed here.":
    "Créez une clé restreinte avec seulement les autorisations indiquées ici.",
  "This is a restricted key.": "C'est une clé restreinte.",
  "This is a secret key, which can do everything. Use a restricted key.":
    "C'est une clé secrète, qui peut tout faire. Utilisez une clé restreinte.",
  "This is a publishable key, which can't do this. Use a restricted key.":
    "C'est une clé publiable, qui ne peut pas faire cela. Utilisez une clé restreinte.",
  "Permissions that the restricted key needs. It needs no others.":
    "Autorisations de la clé restreinte. Rien d'autre n'est nécessaire.",
};
