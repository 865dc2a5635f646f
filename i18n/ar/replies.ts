import type { Catalogue } from '../catalogue.ts'
import type { replies as enReplies, scheduleAnnouncement as enScheduleAnnouncement } from '../en/replies.ts'

export const replies: Catalogue<typeof enReplies> = {
  downloadStarts: 'شكرًا لك! بدأ التنزيل.',
  downloadFollows: 'شكرًا لك! سنراسلك بالبريد الإلكتروني فور توفر المحاكي.',
  uploadCancelled: 'أُلغي الرفع.',
  replySent: 'أُرسل ردك.',
  messageSent: 'شكرًا لك! وصلتنا رسالتك.',
  emailConfirmed: 'شكرًا لك! تم تأكيد بريدك الإلكتروني.',
  registrationDeclined: 'حُذف التسجيل، ولم يُنشأ أي حساب ببريدك.',
  confirmationDeclined: 'لم يعد الرابط يعمل، ولم يُؤكَّد بريدك.',
  confirmationEmailed: 'أرسلنا إليك رابطًا بالبريد الإلكتروني. افتحه لتأكيد بريدك.',
  confirmationSent: 'إذا كان هناك حساب بانتظار التأكيد فسيصلك رابط جديد.',
  registered: 'تم تسجيلك، ويمكنك الآن تسجيل الدخول.',
  registeredConfirm: 'شكرًا لك! تفقّد بريدك لمعرفة الخطوة التالية.',
  emailChanging: 'تم الحفظ. يُعتمد بريدك الجديد بعد فتح الرابط الذي أرسلناه إليه.',
  announcementQueued: 'بدأ إرسال الإعلان، ويستغرق ذلك بضع دقائق.',
  announcementScheduled: 'تمت جدولة الإعلان.',
  announcementCanceled: 'عاد الإعلان مسودة ولن يُرسل.',
  testEmailSent: 'أُرسلت إليك الرسالة التجريبية، مرة بكل لغة.',
  newsSubscribed: 'ستصلك أخبارنا بالبريد الإلكتروني.',
  guardianConfirmed: 'شكرًا لك. سُجّلت موافقتك.',
  guardianRefused: 'سُجّل ردّك.',
  guardianLinkSentAgain: 'أرسلنا إليك رابطًا جديدًا، فيُرجى تفقّد بريدك الإلكتروني.',
  guardianEmailed: 'أُرسل الرابط.',
  coachInvited: 'أُرسلت الدعوة.',
  invitationWithdrawn: 'سُحبت الدعوة.',
  teamTakenOver: 'أصبح الفريق تابعًا لحسابك.',
  importUndone: 'تم التراجع عن الاستيراد.',
  newsUnsubscribed: 'أُلغي اشتراكك، ولن تصلك أخبارنا بعد الآن.',
  protestSent: 'أُرسل اعتراضك إلى المنظمين.',
  protestWithdrawn: 'سُحب اعتراضك.',
  erasureAsked: 'وصلنا طلبك.',
  erasureWithdrawn: 'تم سحب طلبك، ولن يتغير شيء.',
  erasureRefused: 'رُفض الطلب وأُبلغ صاحبه بالسبب.',
}

export const scheduleAnnouncement: Catalogue<typeof enScheduleAnnouncement> = {
  subject: 'تغيير المواعيد: {{event}}',
  body: 'تغيّرت مواعيد جولات {{event}}: ما كان مقررًا في {{before}} يبدأ في {{after}}، وتتغيّر جميع الجولات التالية بالمقدار نفسه.\n\nتجد الجدول المحدَّث في صفحة الفعالية وفي صفحة فريقك.',
}
