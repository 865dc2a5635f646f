import type { Catalogue } from '../catalogue.ts'
import type { dateField as enDateField } from '../en/date-field.ts'

export const dateField: Catalogue<typeof enDateField> = {
  format: 'اليوم/الشهر/السنة، مثل \u206631/12/2026\u2069',
  choose: 'اختيار التاريخ',
  time: 'الوقت',
  badTime: 'هذا ليس وقتًا صحيحًا. اكتب الساعات والدقائق بهذا الشكل: \u206614:05\u2069',
}
