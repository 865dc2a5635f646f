import type { ActiveCompetition } from '#contract/competition.ts'
import { listTeamImportColumns, type TeamImportPreview } from '#contract/team-import.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { getTeamFieldLabel } from '#web/shared/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** The columns of the example; the dialog explains how to add people. */
const columns = listTeamImportColumns(2, 1)
const exampleCells: Record<string, string> = {
  team_name: 'Sand Falcons',
  school: 'Al Noor School',
  competition: 'robo_mission',
  age_level: 'elementary',
  stage: 'regional',
  coach_name: 'Huda Saleh',
  coach_email: 'huda@example.com',
  coach_phone: '+966501234567',
  member1_name: 'Sara Ahmed',
  member1_national_id: '1000000008',
  member1_dob: '2016-05-04',
  member1_gender: 'female',
  member1_guardian: 'Ahmed Ali',
  member1_guardian_contact: '+966501112233',
  member2_name: 'Omar Khalid',
  member2_national_id: '1000000016',
  member2_dob: '2016-09-20',
  member2_gender: 'male',
  member2_guardian: 'Khalid Omar',
  member2_guardian_contact: 'khalid@example.com',
}
const example = columns.map((column) => exampleCells[column] ?? '').join(',')

type Props = { competitions: ActiveCompetition[]; onClose: () => void; onSaved: () => void }

/** Shows the dialog that previews and imports a CSV file of teams, all or nothing. */
export function ImportTeamsDialog({ competitions, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const number = new Intl.NumberFormat(languages[lang].locale)
  return (
    <ImportDialog<TeamImportPreview>
      title={t('adminTeams.import.title')}
      intro={t('adminTeams.import.intro')}
      columns={columns}
      example={`${example}\r\n`}
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
