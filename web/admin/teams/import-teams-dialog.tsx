import type { ActiveCompetition } from '#contract/competition.ts'
import type { TeamImportPreview } from '#contract/team-import.ts'
import { languages } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { buildTeamImportExample } from '#web/admin/shared/import-examples.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getTeamFieldLabel } from '#web/shared/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Props = { competitions: ActiveCompetition[]; onClose: () => void; onSaved: () => void }

/** Shows the dialog that previews and imports a CSV file of teams, all or nothing. */
export function ImportTeamsDialog({ competitions, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const number = new Intl.NumberFormat(languages[lang].locale)
  return (
    <ImportDialog<TeamImportPreview>
      title={t('adminTeams.import.title')}
      intro={t('adminTeams.import.intro')}
      example={buildTeamImportExample(t, lang, competitions[0]?.name[lang] ?? 'robo_mission')}
      fileName="teams.csv"
      preview={adminApi.teamImport.preview}
      run={adminApi.teamImport.run}
      describe={({ count }) => t('adminTeams.import.count', { count })}
      rowColumns={[
        { title: t('adminTeams.team'), render: ({ name }) => <bdi>{name}</bdi> },
        { title: getTeamFieldLabel(t, 'schoolName'), render: ({ schoolName }) => <bdi>{schoolName}</bdi> },
        {
          title: getTeamFieldLabel(t, 'competitionId'),
          render: ({ competition }) => <bdi>{competitions.find(({ slug }) => slug === competition)?.name[lang] ?? competition}</bdi>,
        },
        { title: t('adminTeams.import.people'), render: ({ people }) => number.format(people) },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
