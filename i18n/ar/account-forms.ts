import type { Catalogue } from '../catalogue.ts'
import type { accountForms as enAccountForms } from '../en/account-forms.ts'

export const accountForms: Catalogue<typeof enAccountForms> = {
  emailPassword: 'كلمة مرورك',
  emailPasswordHint: 'تلزم لتغيير البريد الإلكتروني.',
  password: {
    intro: 'ستبقى مسجّلًا للدخول هنا، ويُسجَّل خروجك من كل جهاز آخر عند تغيير كلمة المرور.',
    current: 'كلمة المرور الحالية',
    next: 'كلمة المرور الجديدة',
    nextHint: '{{min}} أحرف على الأقل. الجملة كلمة مرور جيدة.',
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
    endOthers: 'تسجيل الخروج من الأجهزة الأخرى',
  },
}
