import type { Catalogue } from '../catalogue.ts'
import type { fieldNames as enFieldNames } from '../en/field-names.ts'

export const fieldNames: Catalogue<typeof enFieldNames> = {
  inLanguage: { en: '{{label}} (بالإنجليزية)', ar: '{{label}} (بالعربية)' },
  labels: {
    address: 'العنوان',
    attempts: 'المحاولات',
    code: 'الرمز',
    coaches: 'المدربون',
    contact: 'وسيلة التواصل',
    currentPassword: 'كلمة المرور الحالية',
    file: 'الملف',
    identity: 'البريد الإلكتروني أو الجوال أو رقم الهوية',
    image: 'الصورة',
    label: 'التسمية',
    members: 'الأعضاء',
    message: 'الرسالة',
    mission: 'المهمة',
    note: 'الملاحظة',
    password: 'كلمة المرور',
    photo: 'الصورة الشخصية',
    playerEmail: 'بريد اللاعب الإلكتروني',
    playerName: 'اسم اللاعب',
    reason: 'السبب',
    repeatedPassword: 'تأكيد كلمة المرور',
    score: 'النقاط',
    subject: 'الموضوع',
    teamNumber: 'رقم الفريق',
    time: 'الزمن',
    year: 'السنة',
  },
}
