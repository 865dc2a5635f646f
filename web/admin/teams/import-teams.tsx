import { Table } from '@mantine/core'
import type { CompetitionRecord } from '#contract/competition.ts'
import { type TeamImportPreview, teamImportColumns } from '#contract/team-import.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** How many people the example has: the dialog says how more are added. */
const columns = teamImportColumns(2, 1)
const example = [
  'Sand Falcons,Al Noor School,,robo_mission,elementary,regional,Huda Saleh,huda@example.com,+966501234567,',
  'Sara Ahmed,1000000008,2016-05-04,female,,,Ahmed Ali,+966501112233',
  'Omar Khalid,1000000016,2016-09-20,male,,,Khalid Omar,khalid@example.com',
].join(',')

type Props = { competitions: CompetitionRecord[]; onClose: () => void; onSaved: () => void }

/** Imports teams from a CSV file: first it is shown what would happen, then all of it is done, or nothing. */
export function ImportTeams({ competitions, onClose, onSaved }: Props) {
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
      look={adminApi.teamImport.preview}
      run={adminApi.teamImport.run}
      told={({ count }) => t('adminTeams.import.count', { count })}
      heads={[t('adminTeams.team'), t('adminTeams.school'), t('adminTeams.competition'), t('adminTeams.import.people')]}
      rows={({ rows }) =>
        rows.map(({ line, name, schoolName, competition, people }) => (
          <Table.Tr key={line}>
            <Table.Td>{line}</Table.Td>
            <Table.Td>
              <bdi>{name}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{schoolName}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{competitions.find(({ slug }) => slug === competition)?.name[lang] ?? competition}</bdi>
            </Table.Td>
            <Table.Td>{number.format(people)}</Table.Td>
          </Table.Tr>
        ))
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
