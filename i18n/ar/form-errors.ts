import type { Catalogue } from '../catalogue.ts'
import type { formErrors as en } from '../en/form-errors.ts'

export const formErrors: Catalogue<typeof en> = {
  required: 'هذا الحقل مطلوب.',
  'too-short': 'النص أقصر من المطلوب (الحد الأدنى {{limit}}).',
}
