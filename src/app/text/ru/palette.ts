// Texts of the command palette and of keyboard shortcuts.
import type { palette as english } from '../en/palette.ts'
import type { TranslationOf } from '../translation.ts'

export const palette: TranslationOf<typeof english, 'ru'> = {
  palette: {
    title: 'Команды',
    open: 'Поиск команд',
    search: 'Поиск',
    none: 'Подходящих команд нет.',
    results: {
      one: '{{ count }} команда',
      few: '{{ count }} команды',
      many: '{{ count }} команд',
      other: '{{ count }} команды',
    },
    account: 'Показать счёт {{ name }}',
    contact: 'Заплатить: {{ name }}',
    lock: 'Заблокировать кошелёк',
    copyAddress: 'Копировать основной адрес',
    shortcut: 'Ctrl K',
    lockShortcut: 'Ctrl Alt L',
    secretsShortcut: 'Ctrl Alt W',
    passwordShortcut: 'Ctrl Alt P',
    send: 'Отправить платёж',
    receive: 'Получить платёж',
    offline: 'Офлайн-подпись',
    names: 'Имена',
    stakes: 'Стейки',
    multisig: 'Общий кошелёк',
    nodes: 'Узлы',
    coins: 'Выбрать монеты',
    contacts: 'Контакты',
    console: 'Консоль RPC',
  },
}
