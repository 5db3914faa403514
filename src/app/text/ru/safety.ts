// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'ru'> = {
  lookalike: {
    title: 'Осторожно: этот адрес похож на другой.',
    contact: 'Он начинается и заканчивается так же, как у контакта «{{ name }}», но это другой адрес.',
    paid: 'Он начинается и заканчивается так же, как адрес, на который вы уже платили, но это другой адрес.',
    why: 'Мошенники создают такие адреса и подсовывают их в буфер обмена и сообщения. Если не уверены, спросите получателя другим способом.',
    known: 'Известный адрес',
    this: 'Этот адрес',
    confirm: 'Адреса сверены, хочу заплатить на этот',
    unconfirmed: 'Сначала сверьте оба адреса.',
  },
  scam: {
    title: 'Перед первым крупным платежом',
    words: 'Ни один честный сервис не попросит ваши слова восстановления или ключи.',
    final: 'Отправленный платёж нельзя отменить.',
    phone: 'Тот, кто ведёт вас через это по телефону или в чате,\u00a0— мошенник.',
    read: 'Я понимаю это, и никто не принуждает меня платить',
  },
}
