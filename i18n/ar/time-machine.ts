import type { Catalogue } from '../catalogue.ts'
import type { timeMachine as en } from '../en/time-machine.ts'

export const timeMachine: Catalogue<typeof en> = {
  title: 'الترتيب كما كان',
  intro: 'حرّك المؤشر لترى الترتيب في وقت سابق، أو شغّل العرض من البداية. تظهر الأسماء كما هي اليوم.',
  slider: 'الوقت',
  play: 'تشغيل',
  pause: 'إيقاف مؤقت',
  close: 'إغلاق',
  none: 'لا يتوفر ترتيب في وقت سابق.',
  failed: 'تعذّر تحميل الترتيب. حاول مرة أخرى.',
  caption: 'الترتيب في {{time}}',
  leader: '{{name}} في الصدارة بنتيجة {{score}}.',
  more: 'يظهر أول {{count}} من أصل {{total}}.',
}
