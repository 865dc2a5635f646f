import type { Catalogue } from '../catalogue.ts'
import type { scheduleAnnouncement as enScheduleAnnouncement } from '../en/schedule-announcement.ts'

export const scheduleAnnouncement: Catalogue<typeof enScheduleAnnouncement> = {
  subject: 'تغيير المواعيد: {{event}}',
  body: 'تغيّرت مواعيد جولات {{event}}: ما كان مقررًا في {{before}} يبدأ في {{after}}، وتتغيّر جميع الجولات التالية بالمقدار نفسه.\n\nتجد الجدول المحدَّث في صفحة الفعالية وفي صفحة فريقك.',
}
