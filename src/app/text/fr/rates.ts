// Texts of values in a currency.
import type { rates as english } from '../en/rates.ts'
import type { TranslationOf } from '../translation.ts'

export const rates: TranslationOf<typeof english, 'fr'> = {
  rates: {
    title: 'Valeur dans une devise',
    what: 'Montre ce que valent les montants. Le cours vient d’un service que vous indiquez\u00a0: Faba n’en a pas, et ne demande rien avant que vous ne le fassiez.',
    whatKnown:
      'Montre ce que valent les montants, selon le cours de {{ service }} ({{ host }}). Rien n’est demandé avant que vous ne l’autorisiez ici.',
    allow: 'Obtenir le cours de {{ service }}',
    useOwn: 'Utiliser un autre service',
    useKnown: 'Utiliser {{ service }}',
    learns:
      'Le service apprend votre adresse IP, et que quelqu’un y utilise {{ ticker }}\u00a0: maintenant, puis toutes les dix minutes tant que ce portefeuille est ouvert. Il n’apprend jamais votre solde, vos adresses ni vos paiements.',
    url: 'Adresse du cours, pour {{ network }}',
    urlHint:
      'Toute adresse qui répond en JSON et que les pages d’autres sites peuvent lire. {{ currency }} et {{ ticker }} désignent la devise et la monnaie.',
    urlBad: 'Saisissez une adresse qui commence par https://.',
    path: 'Place du cours dans la réponse',
    pathHint:
      'Des noms et des positions séparés par des points, comme monero.eur ou data.0.price. Vide\u00a0: la réponse est le cours.',
    currency: 'Devise',
    currencyHint: 'Trois lettres, comme EUR.',
    currencyBad: 'Saisissez les trois lettres d’une devise, comme EUR.',
    save: 'Enregistrer et obtenir le cours',
    turnOff: 'Désactiver',
    turnedOff: 'Désactivé. Plus rien n’est demandé.',
    price: '1 {{ ticker }} = {{ price }}, {{ time }}',
    typeIn: 'Saisir le montant en {{ unit }}',
    about: '≈ {{ value }}',
    stale: '≈ {{ value }} (cours\u00a0: {{ time }})',
    lessThan: 'moins de {{ value }}',
    aboutNow: '≈ {{ value }} au cours actuel',
    missing: 'Pas de cours\u00a0: le service n’en fournit pas pour l’instant.',
    faults: {
      unreachable: 'Le service ne répond pas, ou ne laisse pas les pages d’autres sites lire sa réponse.',
      status: 'Le service a refusé la requête. Il limite peut-être le nombre de requêtes\u00a0: réessayez plus tard.',
      format: 'La réponse du service n’est pas du JSON. Vérifiez l’adresse.',
      path: 'Il n’y a pas de nombre à cette place de la réponse. Vérifiez la place.',
    },
  },
}
