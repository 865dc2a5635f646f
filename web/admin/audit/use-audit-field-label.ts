import type { AuditEntity } from '#contract/audit.ts'
import { useTranslation } from '#web/shared/texts.ts'

const formLabels: Partial<Record<AuditEntity, 'teamFields.team' | 'teamFields.person' | 'userFields.labels'>> = {
  team: 'teamFields.team',
  'team-person': 'teamFields.person',
  user: 'userFields.labels',
}

/**
 * Returns a function that gives the label of a field of an audit entry, undefined when there is none. The fields of users, teams, people and events have the labels
 * of their forms; `titleEn` is the English text of `title`.
 */
export const useAuditFieldLabel = () => {
  const { t, i18n } = useTranslation()
  return (entity: AuditEntity, field: string): string | undefined => {
    const formLabel = `${formLabels[entity]}.${field}`
    if (i18n.exists(formLabel)) return t(formLabel as 'teamFields.team.name')
    if (i18n.exists(`adminAudit.fields.${field}`)) return t(`adminAudit.fields.${field as 'name'}`)
    const [, name = field, lang] = /^(.*?)(En|Ar)?$/.exec(field) ?? []
    if (entity !== 'event' || !i18n.exists(`adminEvents.fields.${name}`)) return undefined
    const label = t(`adminEvents.fields.${name as 'title'}`)
    return lang ? `${label} (${t(lang === 'En' ? 'admin.form.english' : 'admin.form.arabic')})` : label
  }
}
