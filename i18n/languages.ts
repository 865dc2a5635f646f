/** What a page needs to know of a language. `locale` pins calendar and digits, so that server and browser print the same. */
export const languages = {
  en: { label: 'English', dir: 'ltr', locale: 'en-GB' },
  ar: { label: 'العربية', dir: 'rtl', locale: 'ar-SA-u-ca-gregory-nu-latn' },
} as const

export type Language = keyof typeof languages
