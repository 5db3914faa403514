// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'fr'> = {
  lookalike: {
    title: 'Attention\u00a0: cette adresse ressemble à une autre.',
    contact: 'Elle commence et finit comme celle de {{ name }}, mais c’est une autre adresse.',
    paid: 'Elle commence et finit comme une adresse que vous avez déjà payée, mais c’est une autre adresse.',
    why: 'Des voleurs créent de telles adresses et les glissent dans les presse-papiers et les messages. Dans le doute, demandez au destinataire par un autre moyen.',
    known: 'Adresse connue',
    this: 'Cette adresse',
    confirm: 'J’ai comparé les deux, et je veux payer cette adresse',
    unconfirmed: 'Comparez d’abord les deux adresses.',
  },
  scam: {
    title: 'Avant votre premier gros paiement',
    words: 'Aucun service honnête ne demande vos mots de récupération ni vos clés.',
    final: 'Un paiement est irréversible.',
    phone: 'Quelqu’un qui vous guide ici par téléphone ou par messagerie est un escroc.',
    read: 'J’ai lu ceci, et personne ne me pousse à payer',
  },
}
