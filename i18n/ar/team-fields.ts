import type { Catalogue } from '../catalogue.ts'
import type { teamFields as en } from '../en/team-fields.ts'

export const teamFields: Catalogue<typeof en> = {
  team: {
    name: 'اسم الفريق',
    schoolName: 'المدرسة أو النادي',
    schoolType: 'نوع المدرسة',
    regionId: 'المنطقة',
    competitionId: 'المسابقة',
    ageLevel: 'الفئة',
    stage: 'المرحلة',
  },
  options: {
    schoolType: { public: 'حكومية', private: 'أهلية (خاصة)', international: 'عالمية', home: 'تعليم منزلي' },
    ageLevel: { elementary: 'الابتدائي', junior: 'المتوسط', senior: 'الثانوي' },
  },
  notGiven: 'غير محدد',
  noRegion: 'بلا منطقة',
  person: {
    name: 'الاسم الكامل',
    email: 'البريد الإلكتروني',
    phone: 'رقم الجوال',
    nationalId: 'رقم الهوية',
    birthDate: 'تاريخ الميلاد',
    gender: 'الجنس',
    consent: { guardian: 'اسم ولي الأمر', contact: 'جوال ولي الأمر أو بريده الإلكتروني' },
  },
  genders: { '0': 'ذكر', '1': 'أنثى' },
}
