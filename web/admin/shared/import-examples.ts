import type { TFunction } from 'i18next'
import type { RuleSet, ScoreSheetField } from '#contract/rule-set.schema.ts'
import { scheduleColumns } from '#contract/schedule.ts'
import type { ScoreField } from '#contract/score.ts'
import { getFieldMaxValue } from '#contract/scoring/rule-set-sheet.ts'
import {
  listPersonFields,
  type PersonField,
  type PersonKind,
  type TeamField,
  teamFieldNames,
} from '#contract/team.fields.ts'
import { userCsvFields } from '#contract/user.ts'
import type { Language } from '#i18n/languages.ts'
import { formatAttemptTime } from '#web/shared/format.ts'
import { getTeamFieldLabel } from '#web/shared/teams/team-texts.ts'
import { getUserFieldLabel } from '#web/shared/users/user-texts.ts'

/** A valid import file in the language of a page: the titles of its columns, and lines below them. */
export type ImportExample = { columns: string[]; rows: string[][] }

/** Builds a file from its columns: each has a title and the cell of every line. */
const buildExample = (columns: readonly (readonly [title: string, ...cells: string[]])[]): ImportExample => ({
  columns: columns.map(([title]) => title),
  rows: Array.from({ length: (columns[0]?.length ?? 1) - 1 }, (_, at) =>
    columns.map((column) => column[at + 1] ?? ''),
  ),
})

type ExamplePerson = Partial<Record<PersonField, string>>
const exampleTexts = {
  en: {
    ...{ team: 'Sand Falcons', school: 'Al Noor School', table: 'Table', note: 'second run' },
    ...{
      coach: 'Huda Saleh',
      girl: 'Sara Ahmed',
      boy: 'Omar Khalid',
      girlFather: 'Ahmed Ali',
      boyFather: 'Khalid Omar',
    },
    users: [
      ['Sara', 'Nasser'],
      ['Ahmed', 'Salem'],
    ],
  },
  ar: {
    ...{ team: 'صقور الرمال', school: 'مدرسة النور', table: 'الطاولة', note: 'الجولة الثانية' },
    ...{
      coach: 'هدى صالح',
      girl: 'سارة أحمد',
      boy: 'عمر خالد',
      girlFather: 'أحمد علي',
      boyFather: 'خالد عمر',
    },
    users: [
      ['سارة', 'ناصر'],
      ['أحمد', 'سالم'],
    ],
  },
} as const

/** Builds an example of a file of teams, with a coach and two members. */
export const buildTeamImportExample = (t: TFunction, lang: Language, competition: string): ImportExample => {
  const texts = exampleTexts[lang]
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
      ...{
        name: texts.girl,
        nationalId: '1000000008',
        birthDate: '2016-05-04',
        gender: t('teamFields.genders.1'),
      },
      ...{ 'consent.guardian': texts.girlFather, 'consent.contact': '+966501112233' },
    },
    {
      ...{
        name: texts.boy,
        nationalId: '1000000016',
        birthDate: '2016-09-20',
        gender: t('teamFields.genders.0'),
      },
      ...{ 'consent.guardian': texts.boyFather, 'consent.contact': 'khalid@example.com' },
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
  return buildExample([
    ...teamFieldNames.map((field) => [getTeamFieldLabel(t, field), teamCells[field] ?? ''] as const),
    ...listPersonColumns('coach', coach, 1),
    ...members.flatMap((member, at) => listPersonColumns('member', member, at + 1)),
  ])
}

/** Builds an example of a file of users. */
export const buildUserImportExample = (t: TFunction, lang: Language): ImportExample => {
  const yes = t('admin.import.yes')
  const [[girlName, girlFamily], [boyName, boyFamily]] = exampleTexts[lang].users
  const cells: Record<(typeof userCsvFields)[number], readonly [string, string]> = {
    firstName: [girlName, boyName],
    lastName: [girlFamily, boyFamily],
    email: ['sara@school.example', 'ahmad@school.example'],
    phone: ['966501234567', '201001234567'],
    gender: [t('userFields.options.gender.1'), t('userFields.options.gender.0')],
    age: ['13', ''],
    role: [t('userFields.options.role.student'), t('userFields.options.role.coach')],
    missionType: [t('missionType.1'), t('missionType.0')],
    active: [yes, yes],
  }
  return buildExample(userCsvFields.map((field) => [getUserFieldLabel(t, field), ...cells[field]] as const))
}

/** Builds an example of a file of questions. */
export const buildFaqImportExample = (t: TFunction): ImportExample => {
  const getTitle = (text: 'question' | 'answer', lang: 'english' | 'arabic') =>
    `${t(`adminContent.${text}`)} (${t(`admin.form.${lang}`)})`
  return buildExample([
    [getTitle('question', 'english'), 'Who may take part?', 'Is there a fee?'],
    [getTitle('question', 'arabic'), 'من يمكنه المشاركة؟', 'هل توجد رسوم؟'],
    [getTitle('answer', 'english'), 'Students from 8 to 18, in teams.', 'No.'],
    [getTitle('answer', 'arabic'), 'الطلاب من 8 إلى 18 عامًا، ضمن فرق.', 'لا.'],
    [t('adminContent.active'), t('admin.import.yes'), t('admin.import.no')],
  ])
}

/** Builds an example of a file with a schedule. The draw has the teams of matches. */
export const buildScheduleImportExample = (
  t: TFunction,
  lang: Language,
  areTeamsDrawn: boolean,
): ImportExample => {
  const { table } = exampleTexts[lang]
  const time = '2026-12-05 09:30'
  const cells = {
    round: ['1', areTeamsDrawn ? '2' : '1'],
    table: [`${table} 1`, `${table} 2`],
    time: [time, time],
    minutes: ['5', '5'],
    team_no: ['12', '15'],
    competition: ['', ''],
  }
  const columns = scheduleColumns.filter(
    (column) => !areTeamsDrawn || (column !== 'team_no' && column !== 'competition'),
  )
  const getTitle = (column: (typeof columns)[number]) =>
    areTeamsDrawn && column === 'round'
      ? t('adminJudging.schedule.columns.round', { context: 'match' })
      : t(`adminJudging.schedule.columns.${column}`)
  return buildExample(columns.map((column) => [getTitle(column), ...cells[column]] as const))
}

type ScoreCells = readonly [ScoreField, ...string[]]
const listParticipantCells = (t: TFunction, lang: Language): ScoreCells[] => {
  const { girl, team, school } = exampleTexts[lang]
  return [
    ['playerName', girl, ''],
    ['playerEmail', 'sara@example.com', ''],
    ['teamNo', '', '12'],
    ['teamName', '', team],
    ['schoolName', '', school],
    ['missionType', t('missionType.1'), t('missionType.2')],
  ]
}
const getScoreTitle = (t: TFunction, field: ScoreField): string => t(`adminScores.fields.${field}`)

/** Builds an example of a file of attempts. */
export const buildScoreImportExample = (t: TFunction, lang: Language): ImportExample => {
  const cells: ScoreCells[] = [
    ...listParticipantCells(t, lang),
    ['mission', '1', '1'],
    ['score', '85.5', '70'],
    ['timeMs', '1:12.250', '95.4'],
    ['at', '', '2026-03-01 10:30'],
    ['note', '', exampleTexts[lang].note],
  ]
  return buildExample(cells.map(([field, ...values]) => [getScoreTitle(t, field), ...values] as const))
}

/** Builds an example of a file of score sheets: a line for the first round of each group. */
export const buildScoreSheetImportExample = (
  t: TFunction,
  lang: Language,
  { groups }: RuleSet,
): ImportExample => {
  const formatValue = (group: RuleSet['groups'][number], field: ScoreSheetField | undefined): string => {
    if (!field) return ''
    if (field.kind === 'yesNo') return t('admin.import.yes')
    if (field.kind === 'choice') return field.options[0]?.label[lang] ?? ''
    return field.kind === 'time'
      ? formatAttemptTime(getFieldMaxValue(group, field))
      : String(getFieldMaxValue(group, field))
  }
  const fieldByKey = new Map(
    groups.flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)),
  )
  const listTitles = (title: string) => [...fieldByKey.values()].filter(({ label }) => label[lang] === title)
  const repeatCell = (cell: string) => groups.map(() => cell)
  return buildExample([
    ...listParticipantCells(t, lang).map(
      ([field, , cell = '']) => [getScoreTitle(t, field), ...repeatCell(cell)] as const,
    ),
    [t('adminRuleSets.round'), ...groups.map(({ rounds }) => rounds[0]?.label[lang] ?? '')],
    ...[...fieldByKey].map(
      ([key, { label }]) =>
        [
          // a title that two fields have names neither
          listTitles(label[lang]).length > 1 ? key : label[lang],
          ...groups.map((group) =>
            formatValue(
              group,
              group.fields.find((each) => each.key === key),
            ),
          ),
        ] as const,
    ),
    [t('scoreSheet.disqualified'), ...repeatCell('')],
    [getScoreTitle(t, 'at'), ...repeatCell('2026-03-01 10:30')],
    [getScoreTitle(t, 'note'), ...repeatCell('')],
  ])
}
