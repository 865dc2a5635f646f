import type { Chapter } from './handbook.ts'

/** The chapters of the handbook in English, in reading order. */
export const handbook = Object.values(import.meta.glob<Chapter>('/docs/handbook/en/*.md', { eager: true, import: 'chapter' }))
