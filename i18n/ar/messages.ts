import type { Catalogue } from '../catalogue.ts'
import type { messages as enMessages } from '../en/messages.ts'

export const messages: Catalogue<typeof enMessages> = {
  loadFailed: 'حدث خطأ ما',
  organizerInactive: 'الخادم غير متاح',
  signInFailed: 'فشل تسجيل الدخول',
  downloadIncomplete: 'يُرجى ملء جميع الحقول...',
  loginIncomplete: 'يُرجى ملء جميع الحقول، البريد الإلكتروني أو كلمة المرور فارغة!',
  formIncomplete: 'يُرجى ملء النموذج بعناية!',
  passwordMismatch: 'كلمتا المرور غير متطابقتين',
  unknownError: 'خطأ غير معروف',
  signOutFailed: 'حدث خطأ ما، حاول مرة أخرى لاحقًا',
  confirmDelete: 'هل تريد الحذف حقًّا؟',
  deleteFailed: 'حدث خطأ ما',
  pageNotFound: 'الصفحة غير موجودة',
  backHome: 'العودة إلى الصفحة الرئيسية',
  signedIn: 'تم تسجيل الدخول بنجاح!',
  signedOut: 'تم تسجيل الخروج بنجاح!',
  saved: 'تم الحفظ بنجاح!',
  updated: 'تم التحديث بنجاح!',
  statusUpdated: 'تم تحديث الحالة بنجاح!',
  teamDeleted: 'تم حذف الفريق بنجاح!',
  saving: 'جارٍ الحفظ......',
  deleted: 'تم الحذف. يمكنك التراجع عن ذلك خلال 30 يومًا.',
  restored: 'تمت الاستعادة.',
  erased: 'تم المسح نهائيًا.',
  purged: 'تم الحذف نهائيًا.',
}
