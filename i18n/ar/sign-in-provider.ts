import type { Catalogue } from '../catalogue.ts'
import type { signInProvider as en } from '../en/sign-in-provider.ts'

export const signInProvider: Catalogue<typeof en> = {
  cancelled: 'أُلغي تسجيل الدخول عبر {{provider}}.',
  refused: 'رفضت جهة {{provider}} تسجيل الدخول. يُرجى المحاولة مرة أخرى.',
  lost: 'لم يبدأ تسجيل الدخول هذا في هذه النافذة، أو انتهت صلاحيته. يُرجى البدء من جديد.',
  failedTitle: 'لم يكتمل تسجيل الدخول',
  linking: 'جارٍ ربط حسابك…',
  linked: 'تم ربط حسابك. يمكنك من الآن تسجيل الدخول عبر {{provider}}.',
  notLinkedTitle: 'لم يكتمل الربط',
  toProfile: 'العودة إلى ملفك الشخصي',
  confirming: 'جارٍ التأكد من هويتك…',
  confirmed: 'تم التأكيد. يمكنك إغلاق هذه النافذة.',
  notConfirmedTitle: 'لم يكتمل التأكيد',
  closeWindow: 'أغلق هذه النافذة وحاول مرة أخرى.',
  invitationTitle: 'ربط حسابك',
  invitationIntro:
    'سجّل الدخول إلى {{provider}} مرة واحدة ليُربط بحسابك في لوحة الإدارة. بعد ذلك تسجّل الدخول عبر {{provider}}.',
  invitationAccount: 'الحساب الذي يُربط: {{name}}، {{email}}. لا تتابع إلا إذا كان هذا حسابك.',
  invitationSubmit: 'المتابعة إلى {{provider}}',
  noInvitation: 'افتح هذه الصفحة من الرابط المرسل إليك بالبريد. ويمكن لأحد المديرين إرسال رابط جديد.',
  notSetUp: 'لم تُضبط في هذا الموقع جهة لتسجيل الدخول.',
}
