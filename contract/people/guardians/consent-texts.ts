import type { Lang } from '#contract/platform/localized.ts'

/** A consent text for guardians; `agree` is the label of its checkbox. */
export type ConsentText = Record<Lang, { title: string; paragraphs: readonly string[]; agree: string }>

const firstText = {
  en: {
    title: 'Consent of the parent or guardian',
    paragraphs: [
      'The person who registers is under 18. Their account needs the consent of a parent or legal guardian.',
      'What we keep: name, date of birth, gender, national ID, phone, e-mail and school of the participant, and the name and contact of the guardian. What it is for: taking part in the olympiad (checking age and identity, forming teams, running the competitions, giving certificates) and reaching you about it.',
      'Who sees it: the organizers of the olympiad. The name, team, school and scores of participants are shown in the public rankings. The national ID is kept encrypted, e-mail and phone are never shown to the public, and nothing is sold or used for advertising.',
      'How long: until the account is erased on request, or three years after it was last used. Scores then stay without a name, and records of payments as long as the law asks for them.',
      'Your rights: you and the participant may see the data, download it, have it corrected or erased, and withdraw this consent at any time under ‘My data’ or by writing to the organizers. Withdrawing it ends the account.',
    ],
    agree: 'I am the parent or legal guardian, I have read this text, and I consent.',
  },
  ar: {
    title: 'موافقة ولي الأمر',
    paragraphs: [
      'عمر المسجِّل أقل من 18 عامًا، ويلزم لحسابه موافقة أحد والديه أو وليه الشرعي.',
      'ما نحفظه: اسم المشارك وتاريخ ميلاده وجنسه ورقم هويته وهاتفه وبريده الإلكتروني ومدرسته، واسم ولي الأمر ووسيلة التواصل معه. والغرض من ذلك: المشاركة في الأولمبياد (التحقق من العمر والهوية، وتكوين الفرق، وإدارة المنافسات، وإصدار الشهادات) والتواصل معكم بشأنها.',
      'من يطّلع عليه: منظمو الأولمبياد. تظهر أسماء المشاركين وفرقهم ومدارسهم ونتائجهم في الترتيب المعلن للجميع. يُحفظ رقم الهوية مشفّرًا، ولا يُعرض البريد الإلكتروني ولا الهاتف على العموم، ولا تُباع البيانات ولا تُستخدم في الإعلانات.',
      'مدة الحفظ: إلى أن يُمسح الحساب بناءً على طلبكم، أو بعد ثلاث سنوات من آخر استخدام له. وتبقى النتائج بعد ذلك بلا أسماء، وتبقى سجلات المدفوعات للمدة التي يفرضها النظام.',
      'حقوقكم: يحق لكم وللمشارك الاطلاع على البيانات وتنزيلها وطلب تصحيحها أو مسحها، وسحب هذه الموافقة في أي وقت من صفحة «بياناتي» أو بمراسلة المنظمين. ويترتب على سحبها إنهاء الحساب.',
    ],
    agree: 'أنا أحد الوالدين أو الولي الشرعي، وقد قرأت هذا النص وأوافق عليه.',
  },
} as const satisfies ConsentText

const textWithMobileNumbers = {
  en: firstText.en,
  ar: {
    ...firstText.ar,
    paragraphs: [
      firstText.ar.paragraphs[0],
      'ما نحفظه: اسم المشارك وتاريخ ميلاده وجنسه ورقم هويته ورقم جواله وبريده الإلكتروني ومدرسته، واسم ولي الأمر ووسيلة التواصل معه. والغرض من ذلك: المشاركة في الأولمبياد (التحقق من العمر والهوية، وتكوين الفرق، وإدارة المنافسات، وإصدار الشهادات) والتواصل معكم بشأنها.',
      'من يطّلع عليه: منظمو الأولمبياد. تظهر أسماء المشاركين وفرقهم ومدارسهم ونتائجهم في الترتيب المعلن للجميع. يُحفظ رقم الهوية مشفّرًا، ولا يُعرض البريد الإلكتروني ولا رقم الجوال على العموم، ولا تُباع البيانات ولا تُستخدم في الإعلانات.',
      firstText.ar.paragraphs[3],
      firstText.ar.paragraphs[4],
    ],
  },
} as const satisfies ConsentText

/**
 * The texts that the guardian of a minor's account consents to, by version. A version never changes once it
 * was shown: an account stores the version and when the guardian agreed. A new wording is added as a new
 * version; the old ones stay.
 */
export const consentTexts = {
  '2026-11-01': firstText,
  '2026-11-24': textWithMobileNumbers,
  // less is public than in the texts before, so consents to them stay valid
  '2026-11-29': {
    en: {
      ...firstText.en,
      paragraphs: [
        firstText.en.paragraphs[0],
        firstText.en.paragraphs[1],
        'Who sees it: the organizers of the olympiad. The public rankings show the first name of the participant and the initial of the last name, with team, school and scores. The national ID is kept encrypted, e-mail and phone are never shown to the public, and nothing is sold or used for advertising.',
        firstText.en.paragraphs[3],
        firstText.en.paragraphs[4],
      ],
    },
    ar: {
      ...firstText.ar,
      paragraphs: [
        firstText.ar.paragraphs[0],
        textWithMobileNumbers.ar.paragraphs[1],
        'من يطّلع عليه: منظمو الأولمبياد. يظهر في الترتيب المعلن للجميع الاسم الأول للمشارك والحرف الأول من اسمه الأخير وفريقه ومدرسته ونتائجه. يُحفظ رقم الهوية مشفّرًا، ولا يُعرض البريد الإلكتروني ولا رقم الجوال على العموم، ولا تُباع البيانات ولا تُستخدم في الإعلانات.',
        firstText.ar.paragraphs[3],
        firstText.ar.paragraphs[4],
      ],
    },
  },
} as const satisfies Record<string, ConsentText>

export type ConsentVersion = keyof typeof consentTexts

/** Finds the text of a stored version. */
export const findConsentTextByVersion = (version: string): ConsentText | undefined =>
  (consentTexts as Record<string, ConsentText>)[version]
