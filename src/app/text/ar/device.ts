// Arabic texts of the settings of this device: storage, installation, links, notifications.
import type { device as english } from '../en/device.ts'
import type { TranslationOf } from '../translation.ts'
import { ltr } from './ltr.ts'

export const device: TranslationOf<typeof english, 'ar'> = {
  device: {
    title: 'هذا الجهاز',
    storage: 'التخزين',
    used: '{{ used }} من {{ quota }}',
    usedAlone: '{{ used }}',
    kept: 'يبقى حتى تزيله',
    keptNot: 'قد يحذفه المتصفح عند امتلاء القرص',
    keep: 'الاحتفاظ به دائمًا',
    keepRefused:
      'لم يوافق المتصفح. كثيرًا ما يوافق بعد تثبيت الصفحة أو استخدامها بضعة أيام. احتفظ بكلمات الاستعادة في كل الأحوال.',
    keepDone: 'يحتفظ المتصفح بمحافظ هذه الصفحة.',
    install: 'التثبيت كتطبيق',
    installHint: 'يُفتح في نافذة خاصة به ويعمل بلا شبكة.',
    installLater: 'لا، شكرًا',
    installBy: {
      ios: 'في Safari: مشاركة، ثم إضافة إلى الشاشة الرئيسية.',
      safari: 'في Safari: ملف، ثم إضافة إلى Dock.',
      firefox: 'في Firefox: القائمة، ثم تثبيت أو إضافة إلى الشاشة الرئيسية.',
    },
    installed: 'مثبّتة كتطبيق.',
    links: 'فتح روابط الدفع',
    linksHint: `روابط مثل ${ltr('web+monero:')} في مواقع أخرى تفتح هنا نموذج الدفع. يسألك المتصفح أولًا.`,
    linksDone: 'سألك المتصفح عن كل عملة. تعرض إعداداته ما اخترته.',
    arrivals: 'إشعاري بالدفعات',
    arrivalsHint: 'ما دامت هذه الصفحة مفتوحة في الخلفية. لا تعرض الإشعارات أي مبالغ.',
    arrivalsDenied: 'لا يسمح المتصفح بالإشعارات. اسمح بها في إعدادات هذا الموقع، وحاول مجددًا.',
    linksDenied: 'لا يسمح هذا المتصفح للصفحات بفتح روابط الدفع.',
    arrivedTitle: '{{ name }}',
    arrived: {
      zero: 'لم تصل دفعات.',
      one: 'وصلت دفعة.',
      two: 'وصلت دفعتان.',
      few: 'وصلت {{ count }} دفعات.',
      many: 'وصلت {{ count }} دفعة.',
      other: 'وصلت {{ count }} دفعة.',
    },
  },
}
