import type { Lang } from '#contract/platform/localized.ts'
import type { ConsentVersion } from './consent-texts.ts'

const firstText = {
  en: [
    'I am a parent or the legal guardian of this child and agree that the child takes part in the olympiad.',
    'The organizers keep the name, the national ID, the date of birth and the gender of the child, and the email address, the phone number and the photo where they are given, in order to check who may take part, to run the competition and to reach us.',
    'The name of the child, of the team and of the school stand in the public rankings. National IDs, dates of birth, phone numbers and email addresses are never public. The photo is only shown where I agree to that separately.',
    'The data is passed to nobody else, except where the law demands it, and is deleted when it is no longer needed for the olympiad.',
    'I may see this data, correct it, or withdraw this consent at any time by writing to the organizers; the child then no longer takes part.',
  ],
  ar: [
    'أنا أحد والدي هذا الطفل أو وليه الشرعي، وأوافق على مشاركته في الأولمبياد.',
    'يحفظ المنظمون اسم الطفل ورقم هويته وتاريخ ميلاده وجنسه، وبريده الإلكتروني ورقم هاتفه وصورته إن قُدّمت، للتحقق من أهليته للمشاركة وإدارة المسابقة والتواصل معنا.',
    'يظهر اسم الطفل واسم فريقه ومدرسته في الترتيب المعلن للجميع. ولا تُعلن أبدًا أرقام الهوية ولا تواريخ الميلاد ولا أرقام الهواتف ولا عناوين البريد الإلكتروني. ولا تُعرض الصورة إلا إذا وافقتُ على ذلك موافقة مستقلة.',
    'لا تُنقل البيانات إلى أي جهة أخرى إلا إذا أوجب النظام ذلك، وتُحذف متى انتهت حاجة الأولمبياد إليها.',
    'يحق لي الاطلاع على هذه البيانات أو تصحيحها أو سحب هذه الموافقة في أي وقت بمراسلة المنظمين، وعندئذ لا يستمر الطفل في المشاركة.',
  ],
} as const

const textWithMobileNumbers = {
  en: firstText.en,
  ar: [
    firstText.ar[0],
    'يحفظ المنظمون اسم الطفل ورقم هويته وتاريخ ميلاده وجنسه، وبريده الإلكتروني ورقم جواله وصورته إن قُدّمت، للتحقق من أهليته للمشاركة وإدارة المسابقة والتواصل معنا.',
    'يظهر اسم الطفل واسم فريقه ومدرسته في الترتيب المعلن للجميع. ولا تُعلن أبدًا أرقام الهوية ولا تواريخ الميلاد ولا أرقام الجوال ولا عناوين البريد الإلكتروني. ولا تُعرض الصورة إلا إذا وافقتُ على ذلك موافقة مستقلة.',
    firstText.ar[3],
    firstText.ar[4],
  ],
} as const

/**
 * The texts that the guardian of a member of a team agrees to, by version. A version never changes once it
 * was shown: a confirmation stores it. A new wording is a new version beside the old ones, also of the texts
 * for accounts (`consent-texts.ts`).
 */
export const memberConsentTexts: Record<ConsentVersion, Record<Lang, readonly string[]>> = {
  '2026-11-01': firstText,
  '2026-11-24': textWithMobileNumbers,
  // less is public than in the texts before, so answers to them stay valid
  '2026-11-29': {
    en: [
      firstText.en[0],
      firstText.en[1],
      'The child’s first name, the initial of the last name, the team and the school appear in the public rankings. National IDs, dates of birth, phone numbers and email addresses are never public. The photo is only shown where I agree to that separately.',
      'The data is not passed to anyone else unless the law requires it, and is deleted when it is no longer needed for the olympiad.',
      'I may see this data, correct it, or withdraw this consent at any time through this link or by writing to the organizers; the child then no longer takes part.',
    ],
    ar: [
      firstText.ar[0],
      textWithMobileNumbers.ar[1],
      'يظهر في الترتيب المعلن للجميع الاسم الأول للطفل والحرف الأول من اسمه الأخير واسم فريقه ومدرسته. ولا تُعلن أبدًا أرقام الهوية ولا تواريخ الميلاد ولا أرقام الجوال ولا عناوين البريد الإلكتروني. ولا تُعرض الصورة إلا إذا وافقتُ على ذلك موافقة مستقلة.',
      firstText.ar[3],
      'يحق لي الاطلاع على هذه البيانات أو تصحيحها أو سحب هذه الموافقة في أي وقت من هذا الرابط أو بمراسلة المنظمين، وعندئذ لا يستمر الطفل في المشاركة.',
    ],
  },
}
