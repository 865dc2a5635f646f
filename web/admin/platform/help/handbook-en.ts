import type { Chapter } from './handbook.ts'

/** The chapters of the handbook in English, in reading order. */
export const englishHandbook = Object.values(
  import.meta.glob<Chapter>('/docs/handbook/en/*.md', { eager: true, import: 'chapter' }),
)
