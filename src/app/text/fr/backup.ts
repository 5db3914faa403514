// Texts about backup files.
import type { backup as english } from '../en/backup.ts'
import type { TranslationOf } from '../translation.ts'

export const backup: TranslationOf<typeof english, 'fr'> = {
  backup: {
    title: 'Restaurer une sauvegarde',
    link: 'Restaurer une sauvegarde',
    linkHint: 'Vous avez enregistré une sauvegarde d’un portefeuille dans Faba, ici ou sur un autre appareil.',
    body: 'Un fichier de sauvegarde contient tout le portefeuille\u00a0: clés, historique, notes, libellés, contacts et réglages.',
    file: 'Fichier de sauvegarde',
    fileHint: 'Son nom se termine par .faba-backup. Choisissez-le ou déposez-le ici.',
    fileMissing: 'Choisissez d’abord le fichier de sauvegarde.',
    passwordHint: 'Le mot de passe du portefeuille au moment de la sauvegarde. Il devient aussi son mot de passe ici.',
    name: 'Nom du portefeuille (facultatif)',
    nameHint: 'Laissez vide pour garder le nom de la sauvegarde.',
    submit: 'Restaurer le portefeuille',
    save: 'Enregistrer une sauvegarde',
    saveBody:
      'Le fichier contient tout le portefeuille\u00a0: clés, historique, notes, libellés, contacts et réglages. Il est chiffré avec le mot de passe de ce portefeuille. Quiconque a le fichier et le mot de passe peut prendre les pièces. Gardez aussi les mots de récupération\u00a0: ils fonctionnent sans fichier et sans Faba.',
    saveMultisigBody:
      'Le fichier contient tout le portefeuille\u00a0: clés, historique, notes, libellés, contacts et réglages. Il est chiffré avec le mot de passe de ce portefeuille. Quiconque a le fichier et le mot de passe peut signer à votre place. Après une restauration, échangez de nouvelles données de signature avant le prochain paiement.',
    done: 'Le fichier de sauvegarde est enregistré. Il ne contient pas ce qui se passe à partir de maintenant.',
    faults: {
      format: 'Ce n’est pas un fichier de sauvegarde de Faba, ou il est endommagé. Essayez-en une autre copie.',
      version: 'Cette sauvegarde a été enregistrée par une version plus récente de Faba. Mettez d’abord Faba à jour.',
      password:
        'Ce mot de passe n’ouvre pas cette sauvegarde. C’est celui que le portefeuille avait au moment de la sauvegarde.',
    },
  },
  storageLoss: {
    phase: 'Le portefeuille ne peut pas être stocké',
    badge: 'Non stocké',
    clearedTitle: 'Ce portefeuille n’est plus stocké dans ce navigateur',
    clearedBody:
      'Les données de cette page ont été effacées alors que le portefeuille était ouvert\u00a0: dans les paramètres du navigateur, par une autre page de ce site ou par le navigateur, faute de place. Le portefeuille n’est plus que dans la mémoire de cet onglet. Si vous fermez ou rechargez l’onglet, il disparaît, et seuls ses mots de récupération ou une sauvegarde le restaurent. Les portefeuilles qui n’étaient pas ouverts ont déjà disparu.',
    saveBackup: 'Enregistrer une sauvegarde maintenant',
    writeBack: 'Le stocker à nouveau',
    writtenBack: 'Le portefeuille est de nouveau stocké dans ce navigateur.',
    lostTitle: 'Les portefeuilles ne sont plus stockés dans ce navigateur',
    lostBody:
      'Les données de cette page ont été effacées alors qu’aucun portefeuille n’était ouvert\u00a0: dans les paramètres du navigateur, par une autre page de ce site ou par le navigateur, faute de place. Les pièces sont en sécurité dans la chaîne. Restaurez chaque portefeuille avec ses mots de récupération, une sauvegarde ou ses clés.',
    problemTitle: 'Ce qui est nouveau n’est pas stocké',
    problemBody:
      'Vous voyez ce qui a été stocké en dernier. Aucun paiement n’est fait tant qu’il ne peut pas être stocké. Une sauvegarde sur un autre appareil sauve le portefeuille si celui-ci tombe en panne.',
  },
  sheet: {
    print: 'Imprimer',
    hint: 'Imprime une feuille avec les mots et ce qu’il faut pour restaurer. Les imprimantes partagées gardent des copies de ce qu’elles impriment : utilisez la vôtre.',
    title: 'Feuille de sauvegarde',
    height: 'Restaurer à partir de',
    inside: 'Le mois est dans les mots',
    needed: 'Nécessaire. Elle n’est pas sur cette feuille.',
    none: 'Aucune',
    keptAt: 'Où cette feuille est gardée',
    passphraseKeptAt: 'Où la phrase de passe est gardée',
    printed: 'Imprimée le {{ date }}',
    keep: 'Gardez cette feuille au sec, là où vous seul pouvez l’atteindre : quiconque lit les mots peut prendre les pièces. Les imprimantes partagées gardent des copies de ce qu’elles impriment, tout comme les appareils photo et les clouds.',
  },
}
