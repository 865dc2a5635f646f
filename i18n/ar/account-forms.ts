import type { Catalogue } from '../catalogue.ts'
import type { accountForms as enAccountForms } from '../en/account-forms.ts'

export const accountForms: Catalogue<typeof enAccountForms> = {
  emailPassword: 'كلمة مرورك',
  emailPasswordHint: 'مطلوبة لتغيير البريد الإلكتروني.',
  password: {
    intro: 'عند تغيير كلمة المرور يُسجَّل خروجك من جميع الأجهزة الأخرى.',
    current: 'كلمة المرور الحالية',
    next: 'كلمة المرور الجديدة',
    nextHint: '{{min}} أحرف على الأقل. ويُستحسن استخدام جملة لا يعرفها غيرك.',
    confirm: 'تأكيد كلمة المرور الجديدة',
    submit: 'تغيير كلمة المرور',
  },
  sessions: {
    deviceName: '{{browser}} على {{system}}',
    unknownDevice: 'جهاز غير معروف',
    current: 'هذا الجهاز',
    lastSeen: 'آخر استخدام',
    end: 'تسجيل الخروج',
    endOf: 'تسجيل الخروج: {{device}}',
    endOthers: 'تسجيل الخروج من جميع الأجهزة الأخرى',
  },
}
