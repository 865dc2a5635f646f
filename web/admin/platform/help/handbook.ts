/** A chapter of the handbook (`docs/handbook`), rendered by the build. */
export type Chapter = {
  /** Its part of the address. */
  name: string
  title: string
  /** Its headings below the title, with their anchors. */
  sections: { id: string; title: string }[]
  html: string
}

/** Loads the handbook in the language of the page. */
export const loadHandbook = async (): Promise<readonly Chapter[]> =>
  document.documentElement.lang === 'ar'
    ? (await import('./handbook-ar.ts')).arabicHandbook
    : (await import('./handbook-en.ts')).englishHandbook
