// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'pt'> = {
  lookalike: {
    title: 'Cuidado: este endereço se parece com outro.',
    contact: 'Ele começa e termina como o de {{ name }}, mas é um endereço diferente.',
    paid: 'Ele começa e termina como um endereço a que você já pagou, mas é um endereço diferente.',
    why: 'Ladrões criam endereços assim e os infiltram em áreas de transferência e mensagens. Na dúvida, pergunte ao destinatário por outro meio.',
    known: 'Endereço conhecido',
    this: 'Este endereço',
    confirm: 'Comparei ambos e quero pagar a este endereço',
    unconfirmed: 'Compare primeiro os dois endereços.',
  },
  scam: {
    title: 'Antes do seu primeiro pagamento grande',
    words: 'Nenhum serviço legítimo pede suas palavras-semente ou chaves.',
    final: 'Um pagamento não pode ser revertido.',
    phone: 'Quem orienta você nisto por telefone ou chat é golpista.',
    read: 'Li isto, e ninguém está me pressionando a pagar',
  },
}
