// Texts of the Receive screen beyond the address itself: sharing, the search, payments that arrive, integrated addresses, reuse.
import type { receiving as english } from '../en/receiving.ts'
import type { TranslationOf } from '../translation.ts'

export const receiving: TranslationOf<typeof english, 'ru'> = {
  share: {
    share: 'Поделиться',
    save: 'Сохранить QR-код картинкой',
    failed: 'Браузер не смог этим поделиться. Скопируйте.',
  },
  addresses: {
    search: 'Поиск адресов',
    searchPlaceholder: 'Метка, адрес или номер',
    none: 'Подходящих адресов нет.',
    found: {
      one: '{{ count }} адрес',
      few: '{{ count }} адреса',
      many: '{{ count }} адресов',
      other: '{{ count }} адреса',
    },
    which: 'Какие адреса',
    shows: { all: 'Все', unused: 'Неиспользованные', used: 'Использованные', hidden: 'Скрытые' },
    received: 'Получено, {{ ticker }}',
    lastUsed: 'Последний платёж',
    show: 'Показать с QR-кодом',
    label: 'Изменить метку',
    payments: 'Показать платежи на него',
    sign: 'Подписать им текст',
    copyLabel: 'Копировать метку',
    pin: 'Закрепить вверху',
    unpin: 'Открепить',
    hide: 'Скрыть',
    unhide: 'Показать снова',
    pinned: 'Закреплён',
    hidden: 'Скрыт',
    returned: 'Новый платёж',
    toMain: 'Показать основной адрес',
    reused: 'Плательщики могут узнать этот адрес: он уже использовался. Давайте каждому плательщику новый.',
    fresh: 'Показать новый',
  },
  arrivals: {
    list: 'Платежи на этот адрес',
    seen: 'Замечен, ждёт блока',
    instant: 'Получен мгновенно, на него можно полагаться',
    confirmed: 'Подтверждён, {{ count }} из {{ needed }}',
    settled: 'Подтверждён, можно потратить',
    announceSeen: 'Замечен платёж {{ amount }}.',
    announceInstant: 'Мгновенно получен платёж {{ amount }}.',
    announceConfirmed: 'Подтверждён платёж {{ amount }}.',
    full: 'Запрошенная сумма оплачена полностью.',
    less: 'Из запрошенных {{ amount }} не хватает {{ missing }}.',
    more: 'Оплачено на {{ extra }} больше, чем запрошено.',
  },
  integrated: {
    name: 'Интегрированный адрес',
    about:
      'Интегрированный адрес\u00a0— это ваш основной адрес с ID платежа внутри, по которому магазин или биржа различает платежи. Плательщики могут понять, что адрес один и тот же, поэтому используйте субадреса, если ID вам не нужен.',
    paymentId: 'ID платежа',
    hint: '16 символов, 0–9 и a–f. Если оставить пустым, будет случайный.',
    bad: 'Введите 16 символов, 0–9 и a–f, не все равные 0.',
    show: 'Показать интегрированный адрес',
    tag: 'ID платежа {{ id }}',
  },
}
