import type { AuditEntity } from '#contract/audit.ts'
import type { Language } from '#i18n/languages.ts'

/** The entities whose records, or their events, have a name in both languages, which labels join (server/features/audit/entry-contents.ts). */
const localizedEntities: ReadonlySet<AuditEntity> = new Set([
  'event',
  'schedule',
  'competition',
  'faq',
  'organizer',
  'continent',
  'region',
  'season-year',
  'announcement',
])

/** Returns the part of a label that is in a language; the whole label when it has no two parts. */
export const getLabelInLanguage = (entity: AuditEntity, label: string, language: Language): string => {
  const [en, ar, ...others] = label.split(' · ')
  if (!localizedEntities.has(entity) || !en || !ar || others.length > 0) return label
  return language === 'ar' ? ar : en
}
