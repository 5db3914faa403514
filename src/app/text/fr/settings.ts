// Texts of the settings.
import type { settings as english } from '../en/settings.ts'
import type { TranslationOf } from '../translation.ts'

export const settings: TranslationOf<typeof english, 'fr'> = {
  settings: {
    title: 'Réglages',
    payments: 'Paiements',
    sections: 'Sections',
    find: 'Chercher un réglage',
    findNone: 'Aucun réglage ne porte ce nom.',
    access: 'Accès',
    backup: 'Sauvegarde',
    backupHint: 'Notes, contacts, libellés et le portefeuille lui-même.',
    passkey: 'Clé d’accès',
    passkeyHint: 'Empreinte, visage, code PIN ou clé de sécurité au lieu du mot de passe.',
    walletFile: 'Fichiers pour d’autres programmes',
    walletFileHint: 'S’ouvrent avec monero-wallet-cli, oxen-wallet-cli et programmes apparentés.',
    removeThis: 'Supprimer ce portefeuille de l’appareil',
    removeHint: 'Il vous faut ses mots pour le retrouver.',
    wallet: 'Portefeuille',
    name: 'Nom du portefeuille',
    nameSave: 'Enregistrer le nom',
    network: 'Réseau',
    address: 'Adresse principale',
    restoreHeight: 'Cherche les paiements depuis',
    nodes: 'Nœuds et confidentialité',
    connection: 'Connexion',
    reorgLimit: 'Réorganisation la plus longue',
    reorgLimitHint: 'Si le nœud remplace plus de blocs que cela, le portefeuille s’arrête et vous demande.',
    reorgDepth: { one: '{{ count }} bloc', many: '{{ count }} de blocs', other: '{{ count }} blocs' },
    feeLimit: 'Frais maximaux',
    feeLimitHint: 'Le nœud indique les frais. Un paiement n’est pas fait si le nœud demande plus que cela.',
    feeOrdinary: 'Les frais ordinaires',
    feeRatio: '{{ ratio }} fois les frais ordinaires',
    relayAll: 'Envoyer par tous mes nœuds',
    relayAllHint:
      'Un paiement va à chaque nœud utilisable de votre liste, pas seulement à un\u00a0: aucun nœud ne peut le retenir seul. Plus de nœuds apprennent alors votre adresse IP.',
    security: 'Sécurité et sauvegarde',
    lockLabel: 'Verrouiller après une inactivité de',
    lockNever: 'Jamais',
    lockMinutes: { one: '{{ count }} minute', many: '{{ count }} de minutes', other: '{{ count }} minutes' },
    lockHours: { one: '{{ count }} heure', many: '{{ count }} d’heures', other: '{{ count }} heures' },
    hiddenLabel: 'Verrouiller quand la page est cachée',
    hiddenHint:
      'Dans un autre onglet ou programme, ou l’écran éteint. Sur un téléphone, choisir un fichier cache aussi la page.',
    hiddenNever: 'Non',
    hiddenAtOnce: 'Aussitôt',
    hiddenMinutes: {
      one: 'Après {{ count }} minute',
      many: 'Après {{ count }} de minutes',
      other: 'Après {{ count }} minutes',
    },
    lockReload: 'Recharger la page verrouille le portefeuille\u00a0: ses clés ne sont qu’en mémoire.',
    reloadLabel: 'Rester déverrouillé au rechargement de l’onglet',
    reloadHint:
      'Si vous le rechargez vous-même, dans la minute, et jamais plus longtemps que le portefeuille ne resterait déverrouillé.',
    reloadBody:
      'Une copie chiffrée de la clé de ce portefeuille reste alors sur cet appareil jusqu’à une minute après la fin de la page. Cet onglet l’ouvre une fois\u202f; les autres onglets ne le peuvent pas. Laissez ceci désactivé sur un appareil que d’autres utilisent.',
    reloadAllow: 'Rester déverrouillé',
    lockNow: 'Verrouiller maintenant',
    password: 'Changer le mot de passe',
    passwordOld: 'Mot de passe actuel',
    passwordNew: 'Nouveau mot de passe',
    passwordRepeat: 'Répéter le nouveau mot de passe',
    passwordDone: 'Le mot de passe a été changé.',
    passwordDoneNoPasskey:
      'Le mot de passe a été changé. La clé d’accès ne déverrouille plus ce portefeuille\u00a0: configurez-la de nouveau.',
    secrets: 'Afficher les mots de récupération et les clés',
    secretsBody:
      'Assurez-vous que personne d’autre ne voit l’écran. Quiconque a les mots ou les clés peut prendre les pièces.',
    viewKey: 'Afficher la clé de vue',
    viewKeyBody:
      'Assurez-vous que personne d’autre ne voit l’écran. Quiconque a la clé de vue et l’adresse voit les paiements de ce portefeuille, mais ne peut pas prendre de pièces.',
    secretsShow: 'Afficher',
    secretsWords: 'Mots de récupération',
    secretsView: 'Clé de vue secrète',
    secretsPassphrase:
      'Ces mots ne restaurent ce portefeuille qu’avec la phrase de passe que vous avez choisie pour eux.',
    watchQr: 'Code QR pour un portefeuille en lecture seule',
    watchQrBody:
      'Scannez-le dans «\u00a0Clés ou lecture seule\u00a0» sur un autre appareil, ou dans un autre programme de portefeuille. Quiconque le voit peut suivre ce que ce portefeuille reçoit, mais ne peut rien dépenser.',
    secretsSpend: 'Clé de dépense secrète',
    secretsMultisig: 'Code de récupération de votre part du portefeuille partagé',
    keysFile: 'Enregistrer le fichier de clés',
    keysFileBody:
      'D’autres programmes de portefeuille ouvrent ce fichier avec le mot de passe de ce portefeuille\u00a0: monero-wallet-cli, monero-wallet-rpc et programmes apparentés. Quiconque a le fichier et le mot de passe peut prendre les pièces. Avec Monero, un second fichier sans extension est enregistré à côté, avec les libellés, notes, contacts, destinataires et clés de transaction\u00a0: gardez les deux dans un même dossier.',
    keysFileMultisigBody:
      'D’autres programmes de portefeuille ouvrent ce fichier avec le mot de passe de ce portefeuille\u00a0: monero-wallet-cli, monero-wallet-rpc et programmes apparentés. Quiconque a le fichier et le mot de passe peut signer à votre place. Avec Monero, un second fichier sans extension est enregistré à côté, avec les libellés, notes, contacts, destinataires et clés de transaction\u00a0: gardez les deux dans un même dossier.',
    keysFileDone: 'Le fichier de clés est enregistré.',
    secretsNone:
      'Il n’y a pas de mots de récupération à afficher\u00a0: le portefeuille a été restauré avec des clés, ou c’est un portefeuille partagé dont l’échange de clés n’est pas terminé.',
    rpc: 'Applications de ce site',
    rpcLabel: 'Répondre aux requêtes des pages de ce site',
    rpcHint:
      'Les pages servies à la même adresse que Faba peuvent alors lire les soldes, paiements et contacts en envoyant des requêtes à {{ path }}. Faba vous demande avant qu’elles ne paient, signent ou prouvent quelque chose, lisent une clé ou quelles pièces sont à vous, ou modifient les contacts, les pièces, le nœud, le portefeuille ou la façon dont il s’actualise. Laissez ceci désactivé, sauf si vous exploitez vous-même une telle page.',
    rpcPaying:
      'Des pages peuvent payer sans demander jusqu’à ce que le portefeuille se verrouille ou se ferme, ou que vous rechargiez cette page.',
    rpcRevoke: 'Me demander avant chaque paiement',
    rpcUnavailable:
      'Ce navigateur n’exécute pas de service worker pour Faba, comme dans certaines fenêtres privées. Les requêtes à {{ path }} n’ont pas de réponse ici, et Faba ne s’ouvre pas sans réseau.',
    rpcConsole: 'Ouvrir la console RPC',
    appearance: 'Affichage',
    language: 'Langue',
    languageBrowser: 'Langue du navigateur',
    languageFailed: 'La langue n’a pas pu être chargée. Vérifiez la connexion.',
    theme: 'Thème',
    themeSystem: 'Système',
    themeLight: 'Clair',
    themeDark: 'Sombre',
    decimals: 'Décimales des montants',
    decimalsHint:
      'Pour les listes et les soldes. Les chiffres sont coupés, jamais arrondis. Les détails, les vérifications, les champs et les copies les ont tous.',
    decimalsAll: 'Toutes',
    timeForm: 'Heure',
    timeFormLanguage: 'Comme dans la langue',
    timeForm24: '24 heures',
    timeForm12: '12 heures',
    dateForm: 'Date',
    dateFormLanguage: 'Comme dans la langue',
    advanced: 'Avancé',
    rescan: 'Réanalyser la chaîne',
    rescanBody:
      'Une nouvelle analyse supprime les résultats de la dernière et relit la chaîne. Les notes, libellés, contacts et clés restent.',
    rescanGo: 'Réanalyser',
    rescanDone: 'L’analyse a commencé.',
    remove: 'Supprimer le portefeuille',
    removeTitle: 'Supprimer «\u00a0{{ name }}\u00a0»\u202f?',
    removeBody:
      'Ses clés sont définitivement supprimées de cet appareil. Sans les mots de récupération, les pièces sont perdues.',
    removeWatchBody:
      'Sa clé de vue et ses notes sont supprimées de cet appareil. Les pièces restent où elles sont\u00a0: le portefeuille avec la clé de dépense les a.',
    removeWatchUnderstand: 'Je ne veux plus suivre ce portefeuille ici',
    removeUnderstand: 'J’ai les mots de récupération, ou j’accepte de perdre les pièces',
    removeConfirm: 'Supprimer définitivement',
    about: 'À propos',
    version: 'Version',
    aboutBody:
      'Faba est un logiciel libre sous licence MIT. Il ne se connecte qu’aux nœuds que vous choisissez, et à un service DNS et un service de cours si vous en définissez.',
    checkUpdate: 'Chercher des mises à jour',
    upToDate: 'C’est la version la plus récente.',
    updateUnknown: 'Impossible de chercher une nouvelle version. Vérifiez la connexion.',
  },
}
