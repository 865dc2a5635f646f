import type { Catalogue } from '../catalogue.ts'
import type { emails as en } from '../en/emails.ts'
import { accountEmails } from './emails-account.ts'
import { guardianEmails, resultEmails, teamEmails, teamNotes } from './emails-teams.ts'

export const emails: Catalogue<typeof en> = {
  greeting: 'مرحبًا {{name}}',
  templates: { ...accountEmails, ...teamEmails, ...guardianEmails, ...resultEmails },
  teamNotes,
  teamChanges: { coach: 'مدرب', member: 'عضو', picture: 'الصورة', consent: 'موافقة ولي الأمر' },
  paidWithoutPlace:
    'إشعار تلقائي: وصلت رسوم الفريق «{{team}}» في {{competition}} بعد أن فقد الفريق مقعده، ولا يوجد مقعد شاغر. الفريق الآن أول قائمة الانتظار. يمكن زيادة عدد مقاعد المسابقة أو إعادة المبلغ.',
  withdrawnFromEvent:
    'إشعار تلقائي: سحب مسجّل الفريق «{{team}}» في {{competition}} فريقه. الفريق مُدرج في: {{events}}. إذا أُجريت فيها القرعة أو وُضع الجدول فأخرجه منها.',
  memberConflict:
    'إشعار تلقائي: حاول هذا الحساب تسجيل الفريق «{{team}}» في {{competition}} مع عضو مسجَّل بالفعل في فريق آخر في المسابقة. رُفض الطلب دون تسمية العضو. راجع أعضاء الفريقين مع المدرستين.',
  nationalIdConflict:
    'إشعار تلقائي: حاول هذا الحساب حفظ رقم هوية يخص حسابًا آخر. رُفض الطلب دون ذكر السبب. اطلب وثيقة من صاحبي الحسابين قبل تصحيح أي رقم.',
  guardianRefusedUntold:
    'إشعار تلقائي: لم يوافق ولي أمر أحد أعضاء الفريق «{{team}}» في {{competition}} على المشاركة، وتعذّر إبلاغ صاحب الفريق أو مدربيه بالبريد. يُرجى إبلاغهم: يمكن استبدال العضو أو حذفه.',
  kinds: {
    announcement: 'إعلان',
    announcementTest: 'تجربة إعلان',
    message: 'رسالة من زائر',
    issueCopy: 'نسخة من بلاغ عن مشكلة',
    messageReply: 'رد على رسالة',
  },
  announcement: {
    registration: 'تصلك هذه الرسالة لأنك سجّلت فريقًا أو تدرّب فريقًا في «{{site}}»، أو لأنك حكم فيها.',
    news: 'تصلك هذه الرسالة لأنك طلبت أخبار «{{site}}». يمكنك إلغاء الاشتراك في أخبارنا في أي وقت.',
    unsubscribe: 'إلغاء الاشتراك',
  },
  issueCopy: {
    subject: 'بلاغك {{reference}} إلى «{{site}}»',
    received: 'وصلنا بلاغك، ورقمه {{reference}}. احتفظ بالرقم لأي استفسار.',
    introduction: 'كتبت إلينا:',
  },
  messageReply: {
    issue: 'بلاغك {{reference}} إلى «{{site}}»',
    contact: 'رسالتك {{reference}} إلى «{{site}}»',
    quoted: 'كتبت إلينا في {{at}}:',
  },
  message: {
    issue: 'بلاغ جديد عن مشكلة في «{{site}}»',
    contact: 'رسالة من نموذج التواصل في «{{site}}»',
    from: 'المرسل: {{name}}',
    email: 'البريد الإلكتروني: {{email}}',
    phone: 'الجوال: {{phone}}',
    region: 'المنطقة: {{region}}',
  },
}
