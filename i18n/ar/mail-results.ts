import type { Catalogue } from '../catalogue.ts'
import type { resultMails as en } from '../en/mail-results.ts'

export const resultMails: Catalogue<typeof en> = {
  result: {
    subject: 'صدرت نتائج {{event}}',
    why: 'انتهت فعالية {{event}}. مركزك {{rank}} من {{total}}.',
    button: 'عرض الترتيب',
    after: ['شكرًا لمشاركتك!'],
  },
  teamResult: {
    subject: 'صدرت نتائج {{event}}',
    why: 'انتهت فعالية {{event}}. مركز فريقك {{team}} هو {{rank}} من {{total}}.',
    button: 'عرض الترتيب',
    after: ['شكرًا لمشاركتكم!'],
  },
  protestAccepted: {
    subject: 'قُبل اعتراضك',
    why: 'قبل المنظمون اعتراضك في {{event}}. ردهم: {{answer}}',
    button: 'عرض نتائجي',
    after: ['إن تغيّرت نتيجة فستراها في صفحة نتائجك.'],
  },
  protestRejected: {
    subject: 'رُفض اعتراضك',
    why: 'رفض المنظمون اعتراضك في {{event}}. ردهم: {{answer}}',
    button: 'عرض نتائجي',
    after: [],
  },
  scoreLogHead: {
    subject: 'سجل نتائج {{event}}: السطر {{sequence}}',
    why: 'نُشرت نتائج {{event}}. بصمة السطر {{sequence}} في سجل النتائج هي:',
    after: [
      '{{head}}',
      'احتفظ بهذه الرسالة. لا يمكن لمن يغيّر سطرًا سابقًا أو يحذفه أن ينشئ سجلًا بالبصمة نفسها، والأمر «npm run results:verify» يقارن بينهما.',
    ],
  },
  scoreLogHeadRevoked: {
    subject: 'سجل نتائج {{event}}: السطر {{sequence}}',
    why: 'سُحبت نتائج {{event}}. بصمة السطر {{sequence}} في سجل النتائج هي:',
    after: [
      '{{head}}',
      'احتفظ بهذه الرسالة. لا يمكن لمن يغيّر سطرًا سابقًا أو يحذفه أن ينشئ سجلًا بالبصمة نفسها، والأمر «npm run results:verify» يقارن بينهما.',
    ],
  },
  scoreLogAddressChanged: {
    subject: 'لن يصل سجل نتائج {{site}} إلى هذا العنوان بعد الآن',
    why: 'غيّر أحد مديري {{site}} عنوان البريد الإلكتروني لسجل النتائج أو حذفه، فلن تصل بصمات النتائج المنشورة إلى هذا العنوان بعد الآن.',
    after: [
      'إذا لم تكن على علم بهذا التغيير فتواصل مع المنظمين فورًا من خارج الموقع.',
      'احتفظ بالرسائل التي وصلتك، فهي لا تزال تثبت محتوى سجل النتائج حتى ذلك الحين.',
    ],
  },
}
