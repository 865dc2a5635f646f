import type { Catalogue } from '../catalogue.ts'
import type { protests as enProtests } from '../en/protests.ts'

export const protests: Catalogue<typeof enProtests> = {
  states: { open: 'مفتوح', accepted: 'مقبول', rejected: 'مرفوض', withdrawn: 'مسحوب' },
  title: 'الاعتراضات',
  intro: 'إذا رأيت خطأً في نتيجة فقدّم اعتراضًا ليراجعها المنظمون.',
  until: 'يمكنك تقديم اعتراض حتى {{time}}.',
  over: 'انتهى موعد تقديم الاعتراضات في {{time}}.',
  final: 'النتائج نهائية، ولم تعد الاعتراضات تُقبل.',
  ended: 'لم تعد هذه الفعالية تقبل الاعتراضات.',
  ask: 'تقديم اعتراض',
  askIn: 'تقديم اعتراض: {{event}}',
  about: 'موضوع الاعتراض',
  wholeResult: 'النتيجة كاملة',
  removedAttempt: 'محاولة محذوفة',
  mission: 'الجولة {{number}}',
  points: 'النقاط: {{points}}',
  time: 'الزمن: {{time}}',
  reason: 'السبب',
  reasonHint:
    'صف ما حدث والنتيجة التي تراها صحيحة، دون ذكر أسماء الأعضاء. عدد الأحرف: {{used}} من {{limit}}.',
  send: 'إرسال الاعتراض',
  cancel: 'إلغاء',
  sent: 'أُرسل في {{time}}',
  answer: 'رد المنظمين ({{time}})',
  erased: 'مُسح النص.',
  withdraw: 'سحب',
  withdrawOne: 'سحب الاعتراض: {{about}}',
  withdrawQuestion: 'هل تريد سحب هذا الاعتراض؟',
  withdrawText: 'لن يراجعه المنظمون. ويمكنك تقديم اعتراض جديد قبل انتهاء الموعد.',
}
