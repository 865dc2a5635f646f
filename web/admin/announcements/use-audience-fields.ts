import type { AnnouncementAudience } from '#contract/announcement.ts'
import type { TeamFieldChoices } from '#web/admin/teams/team-field-choices.ts'
import { useLang } from '#web/shared/language.ts'
import { formatTeamStage } from '#web/shared/teams/format-team-stage.ts'
import { useTranslation } from '#web/shared/texts.ts'

type AudienceField = 'competitionId' | 'stage' | 'regionId' | 'paid'
type Options = { name: AudienceField; label: string; data: { value: string; label: string }[] }

/** Returns the fields that choose an audience with their options, and a function that describes an audience. */
export const useAudienceFields = ({ competitions, regions, stages }: TeamFieldChoices) => {
  const { t } = useTranslation()
  const lang = useLang()
  const all = { value: '', label: t('adminAnnouncements.all') }
  const fields: Options[] = [
    {
      name: 'competitionId',
      label: t('adminAnnouncements.competition'),
      data: [all, ...competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))],
    },
    {
      name: 'stage',
      label: t('adminAnnouncements.stage'),
      data: [all, ...stages.map((stage) => ({ value: stage, label: formatTeamStage(t, stage) }))],
    },
    {
      name: 'regionId',
      label: t('adminAnnouncements.region'),
      data: [all, ...regions.map(({ id, name }) => ({ value: id, label: name[lang] }))],
    },
    {
      name: 'paid',
      label: t('adminAnnouncements.payment'),
      data: [all, { value: 'true', label: t('adminAnnouncements.paid') }, { value: 'false', label: t('adminAnnouncements.unpaid') }],
    },
  ]
  const describe = (audience: AnnouncementAudience): string => {
    const parts = fields.flatMap(({ name, label, data }) => {
      const value = audience[name]
      if (value === null) return []
      const text = data.find((option) => option.value === String(value))?.label ?? String(value)
      return [`${label}: \u2068${text}\u2069`]
    })
    return parts.length > 0 ? parts.join(' · ') : t('adminAnnouncements.all')
  }
  return { fields, describe }
}
