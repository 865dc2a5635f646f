import type { Catalogue } from '../catalogue.ts'
import type { importWarnings as en } from '../en/import-warnings.ts'

export const importWarnings: Catalogue<typeof en> = {
  'no-national-ids': 'لا أرقام هوية في هذا الملف: يُستورد الأعضاء دونها (العدد: {{count}})، ولا يمكن التحقق من عدم وجودهم في فريق آخر.',
  'masked-emails': 'عناوين البريد الإلكتروني في هذا الملف مخفية جزئيًا: يُتعرّف على المشاركين برقم الفريق أو بالاسم.',
}
