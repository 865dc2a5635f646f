import type { TFunction } from 'i18next'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import {
  listPersonFields,
  type PersonField,
  type PersonKind,
  type TeamField,
  teamFieldNames,
} from '#contract/people/teams/team.fields.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { ImportDialog } from '#web/admin/shared/import-dialog.tsx'
import {
  buildImportExampleTable,
  exampleNames,
  type ImportExample,
} from '#web/admin/shared/import-example.ts'
import { getTeamFieldLabel } from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'

const examplePeople = {
  en: { coach: 'Huda Saleh', boy: 'Omar Khalid', girlFather: 'Ahmed Ali', boyFather: 'Khalid Omar' },
  ar: { coach: 'هدى صالح', boy: 'عمر خالد', girlFather: 'أحمد علي', boyFather: 'خالد عمر' },
} as const

type ExamplePerson = Partial<Record<PersonField, string>>
/** Builds an example of a file of teams, with a coach and two members. */
export const buildTeamImportExampleTable = (
  t: TFunction,
  lang: Language,
  competition: string,
): ImportExample => {
  const texts = { ...exampleNames[lang], ...examplePeople[lang] }
  const teamCells: Partial<Record<TeamField, string>> = {
    name: texts.team,
    schoolName: texts.school,
    competitionId: competition,
    ageLevel: t('teamFields.options.ageLevel.elementary'),
    stage: t('stages.regional'),
  }
  const coach: ExamplePerson = { name: texts.coach, email: 'huda@example.com', phone: '+966501234567' }
  const members: ExamplePerson[] = [
    {
      name: texts.girl,
      nationalId: '1000000008',
      birthDate: '2016-05-04',
      gender: t('teamFields.genders.1'),
      'consent.guardian': texts.girlFather,
      'consent.contact': '+966501112233',
    },
    {
      name: texts.boy,
      nationalId: '1000000016',
      birthDate: '2016-09-20',
      gender: t('teamFields.genders.0'),
      'consent.guardian': texts.boyFather,
      'consent.contact': 'khalid@example.com',
    },
  ]
  const getPersonLabel = (field: PersonField): string => t(`teamFields.person.${field}`)
  const listPersonColumns = (kind: PersonKind, person: ExamplePerson, number: number) =>
    listPersonFields(kind).map((field) => {
      const values = { number, field: getPersonLabel(field) }
      return [
        t(kind === 'coach' ? 'adminTeams.import.coachColumn' : 'adminTeams.import.memberColumn', values),
        person[field] ?? '',
      ] as const
    })
  return buildImportExampleTable([
    ...teamFieldNames.map((field) => [getTeamFieldLabel(t, field), teamCells[field] ?? ''] as const),
    ...listPersonColumns('coach', coach, 1),
    ...members.flatMap((member, at) => listPersonColumns('member', member, at + 1)),
  ])
}

type Props = { competitions: ActiveCompetition[]; onClose: () => void; onSaved: () => void }

/** Shows the dialog that previews and imports a CSV file of teams. */
export function ImportTeamsDialog({ competitions, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const number = new Intl.NumberFormat(languages[lang].locale)
  return (
    <ImportDialog
      title={t('adminTeams.import.title')}
      intro={t('adminTeams.import.intro')}
      example={buildTeamImportExampleTable(t, lang, competitions[0]?.name[lang] ?? 'robo_mission')}
      kind="teams"
      describe={({ count }) => t('adminTeams.import.count', { count })}
      rowColumns={[
        { title: t('adminTeams.team'), render: ({ name }) => <Bdi>{name}</Bdi> },
        { title: getTeamFieldLabel(t, 'schoolName'), render: ({ schoolName }) => <Bdi>{schoolName}</Bdi> },
        {
          title: getTeamFieldLabel(t, 'competitionId'),
          render: ({ competition }) => (
            <Bdi>{competitions.find(({ slug }) => slug === competition)?.name[lang] ?? competition}</Bdi>
          ),
        },
        { title: t('adminTeams.import.people'), render: ({ people }) => number.format(people) },
      ]}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
