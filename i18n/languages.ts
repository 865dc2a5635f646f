/** The languages of the site. `locale` fixes calendar and digits, so that server and browser format alike. */
export const languages = {
  en: { label: 'English', dir: 'ltr', locale: 'en-GB' },
  ar: { label: 'العربية', dir: 'rtl', locale: 'ar-SA-u-ca-gregory-nu-latn' },
} as const

export type Language = keyof typeof languages
