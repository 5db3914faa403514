// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'es'> = {
  lookalike: {
    title: 'Cuidado: esta dirección se parece a otra.',
    contact: 'Empieza y termina como la de {{ name }}, pero es otra dirección.',
    paid: 'Empieza y termina como una dirección a la que ya pagaste, pero es otra dirección.',
    why: 'Los ladrones crean direcciones así y las cuelan en portapapeles y mensajes. Si tienes dudas, pregunta al destinatario por otro medio.',
    known: 'Dirección conocida',
    this: 'Esta dirección',
    confirm: 'He comparado las dos y quiero pagar a esta dirección',
    unconfirmed: 'Compara primero las dos direcciones.',
  },
  scam: {
    title: 'Antes de tu primer pago grande',
    words: 'Ningún servicio legítimo te pide tus palabras semilla ni tus claves.',
    final: 'Un pago no se puede revertir.',
    phone: 'Quien te guía en esto por teléfono o chat es un estafador.',
    read: 'Lo he leído, y nadie me presiona para pagar',
  },
}
