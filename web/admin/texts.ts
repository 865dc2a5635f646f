/** Loads the catalogue of the back office in the language of the page. */
export const loadAdminTexts = async (): Promise<object> =>
  document.documentElement.lang === 'ar' ? (await import('#i18n/ar-admin.ts')).arAdmin : (await import('#i18n/en-admin.ts')).enAdmin
