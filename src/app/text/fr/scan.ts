// Texts of QR codes that are shown to a camera, and of the camera that reads them.
import type { scan as english } from '../en/scan.ts'
import type { TranslationOf } from '../translation.ts'

export const scan: TranslationOf<typeof english, 'fr'> = {
  scan: {
    show: 'Afficher en codes QR',
    hide: 'Masquer les codes QR',
    code: 'Code QR',
    parts: 'Tenez la caméra de l’autre appareil devant ce code jusqu’à ce qu’elle ait lu {{ count }} parties.',
    slower: 'Plus lent, points plus gros',
    faster: 'Plus rapide',
    open: 'Scanner des codes QR',
    view: 'Caméra',
    hint: 'Présentez devant cette caméra les codes que l’autre appareil affiche.',
    progress: 'Lu à {{ percent }}\u00a0%',
    wrongKind: 'Il faut un autre code ici. Celui-ci contient\u00a0: {{ kind }}.',
    other: 'autre chose',
    kinds: {
      output: 'une liste de pièces',
      keyimage: 'des images de clé',
      txunsigned: 'un paiement non signé',
      txsigned: 'un paiement signé',
    },
    camera: {
      missing: 'Il n’y a pas de caméra ici. Choisissez un fichier ou collez le texte.',
      denied: 'Le navigateur n’autorise pas la caméra. Autorisez-la dans les paramètres de ce site, puis réessayez.',
      busy: 'Un autre programme utilise la caméra. Fermez-le, puis réessayez.',
      paused:
        'Le navigateur ne lit pas l’image de la caméra. Autorisez la lecture automatique pour ce site ou désactivez l’économie d’énergie, puis réessayez.',
      ended: 'La caméra a été désactivée. Branchez-la ou autorisez-la de nouveau, et rouvrez cette fenêtre.',
    },
    damaged: 'Ce code n’a pas pu être lu. Tenez la caméra immobile.',
  },
}
