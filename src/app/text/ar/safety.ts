// Texts that protect people from fraud: addresses that resemble known ones, and hints before the first large payment.
import type { safety as english } from '../en/safety.ts'
import type { TranslationOf } from '../translation.ts'

export const safety: TranslationOf<typeof english, 'ar'> = {
  lookalike: {
    title: 'احذر: هذا العنوان يشبه عنوانًا آخر.',
    contact: 'يبدأ وينتهي مثل عنوان {{ name }}، لكنه عنوان مختلف.',
    paid: 'يبدأ وينتهي مثل عنوان دفعت إليه من قبل، لكنه عنوان مختلف.',
    why: 'يصنع اللصوص عناوين كهذه ويدسّونها في الحافظة والرسائل. عند الشك، اسأل المستلم بطريقة أخرى.',
    known: 'العنوان المعروف',
    this: 'هذا العنوان',
    confirm: 'قارنت بينهما وأريد الدفع إلى هذا العنوان',
    unconfirmed: 'قارن بين العنوانين أولًا.',
  },
  scam: {
    title: 'قبل أول دفعة كبيرة لك',
    words: 'لا تطلب أي خدمة موثوقة كلمات الاستعادة أو المفاتيح.',
    final: 'لا يمكن التراجع عن الدفعة.',
    phone: 'من يرشدك في هذا عبر الهاتف أو الدردشة محتال.',
    read: 'قرأت هذا، ولا أحد يضغط عليّ للدفع',
  },
}
