import type { Catalogue } from '../catalogue.ts'
import type { messageMails as en } from '../en/mail-messages.ts'

export const messageMails: Catalogue<typeof en> = {
  announcement: {
    registration: 'تصلك هذه الرسالة لأنك سجّلت فريقًا أو تدرّب فريقًا في «{{site}}».',
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
    issue: 'بلاغ جديد عن مشكلة في {{site}}',
    contact: 'رسالة من نموذج التواصل في {{site}}',
    from: 'المرسل: {{name}}',
    email: 'البريد الإلكتروني: {{email}}',
    phone: 'الجوال: {{phone}}',
    region: 'المنطقة: {{region}}',
  },
}
