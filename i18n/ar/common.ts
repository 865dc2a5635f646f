import type { Catalogue } from '../catalogue.ts'
import type { common as enCommon } from '../en/common.ts'

export const common: Catalogue<typeof enCommon> = {
  name: 'بطولة',
  nav: {
    main: 'القائمة الرئيسية',
    footer: 'أسفل الصفحة',
    home: 'الرئيسية',
    events: 'الفعاليات',
    challenges: 'التحديات',
    about: 'من نحن',
    support: 'الدعم',
    signIn: 'تسجيل الدخول',
    account: 'حسابي',
    admin: 'لوحة الإدارة',
    menu: 'القائمة',
    close: 'إغلاق',
    skip: 'انتقل إلى المحتوى',
  },
  language: { switch: 'English', label: 'اللغة' },
  theme: { label: 'المظهر', light: 'فاتح', dark: 'داكن', auto: 'تلقائي' },
  retry: 'حاول مرة أخرى',
  loading: 'جارٍ التحميل',
  missionType: { '0': 'الابتدائي', '1': 'الناشئون', '2': 'الكبار', '3': 'البالغون', '4': 'المحترفون' },
}
