import type { Catalogue } from '../catalogue.ts'
import type { mail as en } from '../en/mail.ts'

export const mail: Catalogue<typeof en> = {
  greeting: 'مرحبًا {{name}}',
  signature: 'بطولة',
  reset: {
    subject: 'تعيين كلمة مرور جديدة في «بطولة»',
    why: 'وصلنا طلب لتعيين كلمة مرور جديدة لحسابك في «بطولة»، ولعلّك صاحب الطلب. يمكنك تعيينها من هنا:',
    button: 'تعيين كلمة مرور جديدة',
    validity: 'يعمل الرابط مرة واحدة، ومدة صلاحيته {{minutes}} دقيقة.',
    notYou: 'إن لم تطلب ذلك فلا داعي لأي إجراء: ستبقى كلمة المرور كما هي.',
  },
  message: {
    issue: 'بلاغ جديد عن مشكلة في {{site}}',
    contact: 'رسالة من نموذج التواصل في {{site}}',
    from: 'المرسل: {{name}}',
    email: 'البريد الإلكتروني: {{email}}',
    phone: 'الهاتف: {{phone}}',
    region: 'المنطقة: {{region}}',
  },
}
