import type { Lang } from '#contract/localized.ts'

/** A consent text for the guardian of a minor's account; `agree` is the label of its checkbox. */
export type ConsentText = Record<Lang, { title: string; paragraphs: readonly string[]; agree: string }>
/** The texts of a version: for the guardian of an account, and the paragraphs for the guardian of a team member, whom a coach registers. */
type ConsentTexts = { account: ConsentText; member: Record<Lang, readonly string[]> }

/**
 * The texts that the guardian of a minor consents to, by version. A version never changes once it was shown: accounts and team members store the version and
 * when the guardian agreed. A new wording is a new version beside the old ones.
 */
export const consentTexts = {
  '2026-11-01': {
    account: {
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
    },
    member: {
      en: [
        'I am a parent or the legal guardian of this child and agree that the child takes part in the olympiad.',
        'The organizers keep the name, the national ID, the date of birth and the gender of the child, and the e-mail address, the phone number and the photo where they are given, in order to check who may take part, to run the competition and to reach us.',
        'The name of the child, of the team and of the school stand in the public rankings. National IDs, dates of birth, phone numbers and e-mail addresses are never public. The photo is only shown where I agree to that separately.',
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
    },
  },
} as const satisfies Record<string, ConsentTexts>

export type ConsentVersion = keyof typeof consentTexts

/** Finds the text for accounts of a stored version. */
export const findConsentText = (version: string): ConsentText | undefined =>
  (consentTexts as Record<string, ConsentTexts>)[version]?.account
