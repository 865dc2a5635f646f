import type { Catalogue } from '../catalogue.ts'
import type { adminHelp as enAdminHelp } from '../en/admin-help.ts'

export const adminHelp: Catalogue<typeof enAdminHelp> = {
  title: 'دليل الاستخدام',
  intro: 'الموسم خطوة بخطوة، من أول إعداد إلى الشهادات. وفي الفصل الأخير نهائي كامل تديره بالمحتوى التجريبي.',
  search: 'البحث في العناوين',
  nothingFound: 'لا عناوين مطابقة لبحثك.',
  contents: 'جميع الفصول',
  chapters: 'الفصول',
  previous: 'السابق: {{title}}',
  next: 'التالي: {{title}}',
}
