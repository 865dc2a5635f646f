import type { Catalogue } from '../catalogue.ts'
import type { importWarnings as en } from '../en/import-warnings.ts'

export const importWarnings: Catalogue<typeof en> = {
  'no-national-ids': 'لا توجد أرقام هوية في هذا الملف: يُستورد الأعضاء دونها (العدد: {{count}})، ولا يمكن التحقق من عدم وجودهم في فريق آخر.',
  'masked-emails': 'عناوين البريد الإلكتروني في هذا الملف مخفية جزئيًا: يُتعرّف على المشاركين برقم الفريق أو بالاسم.',
  'imported-before': 'استُورد هذا الملف من قبل: {{time}} ({{name}}).',
  'attempts-exist': 'في الترتيب محاولات مطابقة لهذه المحاولات في المشارك والمهمة والنقاط والزمن (العدد: {{count}})، وستُحسب مرتين.',
  'teams-exist': 'توجد فرق بالاسم نفسه في المسابقة نفسها (العدد: {{count}}): {{names}}.',
  'teams-repeated': 'في الملف أكثر من سطر لفريق بالاسم نفسه في المسابقة نفسها: {{names}}.',
  'people-exist': 'يوجد أعضاء بالاسم نفسه وتاريخ الميلاد نفسه في فريق في المسابقة نفسها (العدد: {{count}}): {{names}}.',
}
