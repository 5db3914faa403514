// Arabic texts of the tools that look things up: fees, transactions, and whose an address is.
import type { lookups as english } from '../en/lookups.ts'
import type { TranslationOf } from '../translation.ts'

export const lookups: TranslationOf<typeof english, 'ar'> = {
  feesNow: {
    title: 'الرسوم الآن',
    hint: 'كم تكلّف الدفعة، وما الذي ينتظر قبلها.',
    about:
      'كم تكلّف الدفعة الآن بكل سرعة، وكم كتلة ممتلئة تُعدَّن قبلها. تُسأل عقدتك مجددًا مع كل كتلة وكل 20 ثانية ما دامت هذه الشاشة مفتوحة.',
    speed: 'السرعة',
    fee: 'الرسوم',
    before: 'تنتظر',
    perKb: '{{ fee }} لكل kB',
    usual: 'المعتادة الآن',
    next: 'الكتلة التالية',
    atOnce: 'لا تنتظر أي كتلة',
    blocks: {
      zero: 'لا كتل ممتلئة',
      one: 'كتلة ممتلئة واحدة',
      two: 'كتلتين ممتلئتين',
      few: '{{ count }} كتل ممتلئة',
      many: '{{ count }} كتلة ممتلئة',
      other: '{{ count }} كتلة ممتلئة',
    },
    unknown: 'غير معروف',
    ordinary: 'دفعة عادية',
    ordinaryValue: 'مدخلان ومخرجان، {{ size }}',
    pool: 'في حوض الانتظار',
    poolValue: {
      zero: 'لا معاملات، {{ size }}',
      one: 'معاملة واحدة، {{ size }}',
      two: 'معاملتان، {{ size }}',
      few: '{{ count }} معاملات، {{ size }}',
      many: '{{ count }} معاملة، {{ size }}',
      other: '{{ count }} معاملة، {{ size }}',
    },
    reason: 'الرسوم الأعلى من المعتاد تجعل الدفعة مميّزة. لا تخترها إلا حين تنتظر الدفعات.',
  },
}
