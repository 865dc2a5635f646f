import type { AuditEntry } from '#contract/audit.schema.ts'
import { type AuditEntity, getAuditEntityTraits } from '#contract/audit.ts'
import type { Language } from '#i18n/languages.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

/** Returns the part of a label that is in a language; the whole label when it has no two parts. */
export const getLabelInLanguage = (entity: AuditEntity, label: string, language: Language): string => {
  const [en, ar, ...others] = label.split(' · ')
  if (!getAuditEntityTraits(entity).hasLocalizedLabel || !en || !ar || others.length > 0) return label
  return language === 'ar' ? ar : en
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Lists the fields of an audit entry that have a value before or after the change, without the version. */
export const listRecordedFieldNames = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => field !== 'version' && (isFilled(before?.[field]) || isFilled(after?.[field])),
  )

const formLabels: Partial<Record<AuditEntity, 'teamFields.team' | 'teamFields.person' | 'userFields.labels'>> = {
  team: 'teamFields.team',
  'team-person': 'teamFields.person',
  user: 'userFields.labels',
}

/**
 * Creates a function that gives the label of a field of an audit entry, undefined when there is none. The fields of users, teams, people and events have the labels
 * of their forms; `titleEn` is the English text of `title`.
 */
export const createAuditFieldLabelFormatter =
  ({ t, exists }: Pick<Texts, 't' | 'exists'>) =>
  (entity: AuditEntity, field: string): string | undefined => {
    const formLabel = `${formLabels[entity]}.${field}`
    if (exists(formLabel)) return t(formLabel as 'teamFields.team.name')
    if (exists(`adminAudit.fields.${field}`)) return t(`adminAudit.fields.${field as 'name'}`)
    const [, name = field, lang] = /^(.*?)(En|Ar)?$/.exec(field) ?? []
    if (entity !== 'event' || !exists(`adminEvents.fields.${name}`)) return undefined
    const label = t(`adminEvents.fields.${name as 'title'}`)
    return lang ? `${label} (${t(lang === 'En' ? 'admin.form.english' : 'admin.form.arabic')})` : label
  }

/** Returns a function that formats the name of an audited field in the language of the page. */
export const useAuditFieldLabelFormatter = () => createAuditFieldLabelFormatter(useTranslation().i18n)
