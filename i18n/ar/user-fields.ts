import type { Catalogue } from '../catalogue.ts'
import type { accountForms as enAccountForms, userFields as enUserFields } from '../en/user-fields.ts'

export const userFields: Catalogue<typeof enUserFields> = {
  labels: {
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة',
    email: 'البريد الإلكتروني',
    phone: 'الجوال',
    gender: 'الجنس',
    age: 'العمر',
    role: 'الدور',
    permissions: 'الصلاحيات',
    regionIds: 'المناطق',
    missionType: 'المستوى',
    active: 'مفعّل',
    birthDate: 'تاريخ الميلاد',
    school: 'المدرسة',
    nationalId: 'رقم الهوية',
    lang: 'لغة رسائل البريد',
    avatar: 'الصورة الشخصية',
    guardian: 'ولي الأمر',
    guardianName: 'اسم ولي الأمر',
    guardianContact: 'جوال ولي الأمر أو بريده الإلكتروني',
  },
  options: {
    gender: { '0': 'ذكر', '1': 'أنثى' },
    role: {
      student: 'طالب',
      student_female: 'طالبة',
      coach: 'مدرب',
      coach_female: 'مدربة',
      admin: 'مدير',
      admin_female: 'مديرة',
    },
    permissions: {
      content: 'المحتوى',
      registration: 'التسجيل',
      finance: 'المالية',
      results: 'النتائج',
      privacy: 'الخصوصية',
      administration: 'الإدارة',
    },
    reason: {
      asked: 'طلبه صاحب الحساب',
      unused: 'حساب غير نشط منذ سنوات',
      guardian: 'طلبه ولي الأمر',
      authority: 'بأمر من جهة رسمية',
      duplicate: 'حساب مكرر',
    },
  },
  notGiven: 'غير محدد',
  phoneSaved: 'سيُحفظ بهذا الشكل: {{number}}',
  phoneHint: 'مع رمز الدولة، مثل \u2066+966 …\u2069',
}

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
