import type { Catalogue } from '../catalogue.ts'
import type { admin as enAdmin } from '../en/admin.ts'

export const admin: Catalogue<typeof enAdmin> = {
  title: 'لوحة الإدارة',
}
