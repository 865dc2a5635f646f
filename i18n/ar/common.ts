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
    contact: 'تواصل معنا',
    signOut: 'تسجيل الخروج',
    openMenu: 'فتح القائمة',
    closeMenu: 'إغلاق القائمة',
  },
  language: { switch: 'English', label: 'اللغة' },
  theme: { label: 'المظهر', light: 'فاتح', dark: 'داكن', auto: 'تلقائي' },
  footer: {
    line: 'مسابقات روبوت بمستوى عالمي وتعليم في العلوم والتقنية.',
    pages: 'الصفحات',
    contact: 'تواصل معنا',
    partners: 'بدعم من شركائنا',
    rights: '© {{year}} بطولة',
  },
  broken: {
    title: 'حدث خطأ ما',
    text: 'الخطأ منا لا منك. حاول مجددًا بعد قليل.',
    number: 'إن راسلتنا فاذكر لنا هذا الرقم: {{id}}',
  },
  offline: 'أنت غير متصل بالإنترنت. قد يكون ما تراه قديمًا.',
  missing: { text: 'ربما انتقلت الصفحة إلى مكان آخر، أو أن في العنوان خطأ.' },
  retry: 'حاول مرة أخرى',
  loading: 'جارٍ التحميل',
  missionType: { '0': 'الابتدائي', '1': 'الناشئون', '2': 'الكبار', '3': 'البالغون', '4': 'المحترفون' },
}
