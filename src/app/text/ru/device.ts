// Texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'

export const device: TranslationOf<typeof english, 'ru'> = {
  device: {
    title: 'Это устройство',
    storage: 'Хранилище',
    used: '{{ used }} из {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'Хранится, пока вы не удалите',
    keptNot: 'Браузер может удалить его, если диск заполнится',
    keep: 'Хранить всегда',
    keepRefused:
      'Браузер не согласился. Часто он соглашается, когда страница установлена или ею пользовались несколько дней. В любом случае сохраните слова восстановления.',
    keepDone: 'Браузер хранит кошельки этой страницы.',
    install: 'Установить как приложение',
    installHint: 'Открывается в своём окне и работает без сети.',
    installLater: 'Нет, спасибо',
    installBy: {
      ios: 'В Safari: «Поделиться», затем «На экран „Домой“».',
      safari: 'В Safari: «Файл», затем «Добавить в Dock».',
      firefox: 'В Firefox: меню, затем «Установить» или «Добавить на домашний экран».',
    },
    installed: 'Установлено как приложение.',
    links: 'Открывать платёжные ссылки',
    linksHint:
      'Ссылки вида web+monero: на других сайтах открывают форму платежа здесь. Сначала браузер спросит разрешения.',
    linksDone: 'Браузер спросил вас о каждой криптовалюте. Ваш выбор виден в его настройках.',
    arrivals: 'Уведомлять о платежах',
    arrivalsHint: 'Пока эта страница открыта в фоне. Суммы в уведомлениях не показываются.',
    arrivalsDenied: 'Браузер не разрешает уведомления. Разрешите их в настройках этого сайта и попробуйте ещё раз.',
    linksDenied: 'Этот браузер не даёт страницам открывать платёжные ссылки.',
    arrivedTitle: '{{ name }}',
    arrived: {
      one: 'Пришёл {{ count }} платёж.',
      few: 'Пришло {{ count }} платежа.',
      many: 'Пришло {{ count }} платежей.',
      other: 'Пришло {{ count }} платежа.',
    },
  },
}
