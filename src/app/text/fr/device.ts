// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'fr'> = {
  device: {
    title: 'Cet appareil',
    storage: 'Stockage',
    used: '{{ used }} sur {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Conservé jusqu’à ce que vous le supprimiez',
    keptNot: 'Le navigateur peut l’effacer quand le disque est plein',
    keep: 'Toujours conserver',
    keepRefused:
      'Le navigateur a refusé. Il accepte souvent une fois la page installée ou utilisée quelques jours. Gardez vos mots de récupération dans tous les cas.',
    keepDone: 'Le navigateur conserve les portefeuilles de cette page.',
    install: 'Installer comme application',
    installHint: 'Elle s’ouvre dans sa propre fenêtre et fonctionne sans réseau.',
    installLater: 'Non, merci',
    installBy: {
      ios: 'Dans Safari\u00a0: Partager, puis Sur l’écran d’accueil.',
      safari: 'Dans Safari\u00a0: Fichier, puis Ajouter au Dock.',
      firefox: 'Dans Firefox\u00a0: le menu, puis Installer ou Ajouter à l’écran d’accueil.',
    },
    installed: 'Installé comme application.',
    links: 'Ouvrir les liens de paiement',
    linksHint:
      'Les liens comme web+monero: sur d’autres sites ouvrent ici le formulaire d’un paiement. Le navigateur vous demande d’abord votre accord.',
    linksDone:
      'Le navigateur vous a posé la question pour chaque monnaie. Ses paramètres montrent ce que vous avez choisi.',
    arrivals: 'M’avertir des paiements',
    arrivalsHint: 'Tant que cette page est ouverte en arrière-plan. Les notifications n’affichent aucun montant.',
    arrivalsDenied:
      'Le navigateur n’autorise pas les notifications. Autorisez-les dans les paramètres de ce site, puis réessayez.',
    linksDenied: 'Ce navigateur ne laisse pas les pages ouvrir les liens de paiement.',
    arrivedTitle: '{{ name }}',
    arrived: {
      one: '{{ count }} paiement est arrivé.',
      many: '{{ count }} de paiements sont arrivés.',
      other: '{{ count }} paiements sont arrivés.',
    },
  },
}
