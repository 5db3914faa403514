// Texts of short messages, and of the tour for a new user.
import type { guidance as english } from '../en/guidance.ts'
import type { TranslationOf } from '../translation.ts'

export const guidance: TranslationOf<typeof english, 'ru'> = {
  toast: {
    label: 'Сообщения',
    undo: 'Отменить',
    undoKeys: 'Ctrl Z отменяет это.',
    dismiss: 'Закрыть',
    notSaved: 'Не сохранено: всё осталось как было. {{ reason }}',
    contactRemoved: 'Контакт «{{ name }}» удалён.',
    nodeRemoved: 'Узел удалён: {{ node }}',
    frozen: 'Монета заморожена: платежи её не тратят.',
    thawed: 'Монета разморожена: платежи могут её тратить.',
  },
  tour: {
    label: 'Первые шаги',
    step: '{{ step }} из {{ steps }}',
    keepTitle: 'Сохраните свои слова',
    keep: 'Слова восстановления вернут этот кошелёк на любом устройстве. Храните их на бумаге там, где их найдёте только вы. Если они потеряны, вернуть их не сможет никто.',
    payTitle: 'Получайте и отправляйте',
    pay: 'В разделе «Получить»\u00a0— адрес, которым можно поделиться. В разделе «Отправить» сначала виден весь платёж с комиссией, и ничего не уйдёт, пока вы не подтвердите.',
    findTitle: 'Всё под рукой',
    find: 'Безопасность, узлы и язык\u00a0— в настройках. С клавиатуры Ctrl K находит любой экран, счёт и контакт. Замок вверху сразу блокирует кошелёк.',
    back: 'Назад',
    next: 'Далее',
    skip: 'Пропустить',
    done: 'Готово',
    again: 'Показать первые шаги',
  },
}
