import type { AuditEntity } from '#contract/audit.ts'
import { type Texts, useTranslation } from '#web/shared/texts.ts'

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
