import type { Chapter } from './handbook.ts'

/** The chapters of the handbook in Arabic, in reading order. */
export const arabicHandbook = Object.values(
  import.meta.glob<Chapter>('/docs/handbook/ar/*.md', { eager: true, import: 'chapter' }),
)
