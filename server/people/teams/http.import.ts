import { competitionLimits, competitionSlugs } from '#contract/event/competition.ts'
import { listCompetitionScoreCsvColumns } from '#contract/event/scoring/score-sheet.ts'
import {
  isConsentField,
  isTeamFieldAlwaysRequired,
  isTeamOptionField,
  listPersonFields,
  type PersonField,
  type PersonFieldKind,
  type PersonKind,
  personFieldNames,
  personFields,
  removeConsentPrefix,
  type TeamField,
  teamFieldNames,
  teamFields,
} from '#contract/people/teams/team.fields.ts'
import { teamLimits } from '#contract/people/teams/team.ts'
import { type Lang, type Localized, langs } from '#contract/platform/localized.ts'
import { adminTeams as arAdminTeams } from '#i18n/ar/admin-teams.ts'
import { common as arCommon } from '#i18n/ar/common.ts'
import { teamFields as arLabels } from '#i18n/ar/team-fields.ts'
import { adminTeams as enAdminTeams } from '#i18n/en/admin-teams.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { teamFields as enLabels } from '#i18n/en/team-fields.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  buildGenderImportOptions,
  buildImportColumnValueOptions,
  buildTitleAndOtherTitlesOfColumn,
  importColumnTexts,
} from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import { createSoftDeleteUndo } from '#server/platform/imports/service.ts'
import {
  convertHeaderToColumnName,
  type ImportColumn,
  type ImportColumns,
} from '#server/platform/lib/import-columns.ts'
import { awaitWithTeamConstraintErrors } from './conflicts.ts'
import type { TeamsCsvLabels } from './export-service.ts'
import { listTeamImportWarnings } from './import-file.ts'
import { insertTeamsWithPeopleAndAudit, parseAndCheckTeams, toTeamImportReplyRow } from './import-teams.ts'
import {
  lockTeamsAndListWithUndoBlockers,
  setDeferredConstraintsImmediate,
  softDeleteTeamsWithPeople,
} from './queries-write.ts'
import { toTeamAudit } from './rows.ts'

const { en, ar } = importColumnTexts
/** Further accepted spellings of options, separated by `|`. */
const otherSpellings = {
  ageLevel: { elementary: 'elementory|ابتدائي|0', junior: 'jonior|متوسط|1', senior: 'ثانوي|2' },
  schoolType: {},
}

const stageSpellings = {
  regional:
    'regional stage|regional round|regional final|regional finals|المرحلة الإقليمية|التصفيات الإقليمية|النهائيات الإقليمية',
  national:
    'national stage|national round|national final|national finals|المرحلة الوطنية|التصفيات الوطنية|النهائيات الوطنية',
  international:
    'international stage|international round|international final|international finals|المرحلة الدولية|النهائيات الدولية',
}

const createTeamColumn = (field: TeamField): ImportColumn => ({
  name: teamFields[field].column,
  ...buildTitleAndOtherTitlesOfColumn(
    { en: enLabels.team[field], ar: arLabels.team[field] },
    { en: en.team[field], ar: ar.team[field] },
  ),
  required: isTeamFieldAlwaysRequired(field),
  text: 'name',
  ...(field === 'stage'
    ? { options: buildImportColumnValueOptions({ en: enCommon.stages, ar: arCommon.stages }, stageSpellings) }
    : {}),
  ...(isTeamOptionField(field)
    ? {
        options: buildImportColumnValueOptions(
          { en: enLabels.options[field], ar: arLabels.options[field] },
          otherSpellings[field],
        ),
      }
    : {}),
})

const personFormats: Partial<Record<PersonFieldKind, ImportColumn['format']>> = {
  email: 'email',
  phone: 'phone',
  date: 'date',
  'national-id': 'national-id',
}
/** Returns the text of a field from the labels or titles of people. */
const getPersonText = (
  texts: typeof en.person | typeof ar.person | typeof enLabels.person | typeof arLabels.person,
  field: PersonField,
): string => (isConsentField(field) ? texts.consent[removeConsentPrefix(field)] : texts[field])

/** Lists what a person is called in column titles, the first name for messages. */
const listPersonNames = (kind: PersonKind, number: number): Record<Lang, string[]> => {
  const list = (texts: typeof en | typeof ar) => {
    const names =
      kind === 'member'
        ? [texts.member, texts.otherMember]
        : [texts.coach, ...(number === 1 ? [texts.firstCoach] : [])]
    return names.map((name) => name.replace('{{number}}', String(number)))
  }
  return { en: list(en), ar: list(ar).flatMap((name) => [name, name.replace(/^ال/, '')]) }
}

const createPersonColumns = (kind: PersonKind, number: number): ImportColumn[] => {
  const names = listPersonNames(kind, number)
  return listPersonFields(kind).map((field): ImportColumn => {
    const { column, kind: fieldKind } = personFields[field]
    const format = personFormats[fieldKind]
    const labels = { en: getPersonText(enLabels.person, field), ar: getPersonText(arLabels.person, field) }
    const listTitles = (lang: Lang, texts: typeof en.person | typeof ar.person) =>
      names[lang].flatMap((name) => [
        `${name} ${labels[lang]}`,
        `${labels[lang]} ${name}`,
        ...getPersonText(texts, field)
          .split('|')
          .map((title) => title.replace('{{person}}', name)),
      ])
    const title: Localized = { en: `${names.en[0]}: ${labels.en}`, ar: `${names.ar[0]}: ${labels.ar}` }
    const isFirstCoach = kind === 'coach' && number === 1
    return {
      name: `${kind}${isFirstCoach ? '' : number}_${column}`,
      title,
      otherTitles: [
        ...listTitles('en', en.person),
        ...listTitles('ar', ar.person),
        `${kind}${number}_${column}`,
      ],
      ...(format ? { format } : { text: 'name' as const }),
      ...(fieldKind === 'gender'
        ? { options: buildGenderImportOptions({ en: enLabels.genders, ar: arLabels.genders }) }
        : {}),
    }
  })
}
const listNumbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** The words of columns that files have and imports do not need. */
const fileTexts = {
  en: { file: en.teamFile, page: enAdminTeams, labels: enLabels },
  ar: { file: ar.teamFile, page: arAdminTeams, labels: arLabels },
}
const ownColumns = ['team_no', 'payment_status', 'place_status', 'created_at', 'notes'] as const

const listScoreValueTitles = (lang: Lang): Readonly<Record<string, string>> => {
  const { score, time, fbs, obs, youtubeLink: youtube } = fileTexts[lang].page.scores
  return { score, time, fbs, obs, youtube }
}

/** Returns the title of a column of scores, such as `r1_score` and `m2_fbs`; undefined for other columns. */
const findScoreTitle = (column: string, lang: Lang): string | undefined => {
  const { file, page } = fileTexts[lang]
  const single: Readonly<Record<string, string>> = file.scores
  if (single[column] !== undefined) return single[column]
  const [, key = '', value = ''] = /^([a-z]+\d*)_(score|time|fbs|obs|youtube)$/.exec(column) ?? []
  const [, word = '', number = ''] = /^([a-z]+)(\d*)$/.exec(key) ?? []
  const places: Readonly<Record<string, string>> = {
    ...page.scores.places,
    m: page.scores.match,
    best: file.best,
  }
  // a round of an event with rules of its own has its key
  const place = places[word]?.replace('{{number}}', number) ?? key
  const title = listScoreValueTitles(lang)[value]
  return title && `${place}: ${title}`
}

/** Returns the title of a column of a person in a file (`coach_name`, `member2_dob`); undefined for other columns. */
const findPersonTitle = (column: string, lang: Lang): string | undefined => {
  const [, kind, number, end] = /^(coach|member)(\d*)_(.+)$/.exec(column) ?? []
  const field = personFieldNames.find((each) => personFields[each].column === end)
  if (!field) return undefined
  const [name] = listPersonNames(kind as PersonKind, Number(number || 1))[lang]
  return `${name}: ${getPersonText(fileTexts[lang].labels.person, field)}`
}

const getFileTitle = (column: string, lang: Lang): string => {
  const own = ownColumns.find((each) => each === column)
  const field = teamFieldNames.find((each) => teamFields[each].column === column)
  return (
    (own && fileTexts[lang].file.columns[own]) ??
    (field && fileTexts[lang].labels.team[field]) ??
    findPersonTitle(column, lang) ??
    findScoreTitle(column, lang) ??
    column
  )
}

/**
 * Creates the words of a file of teams in a language. Titles and options are those of the pages, so an import
 * reads the file.
 */
export const createTeamsCsvLabels = (lang: Lang): TeamsCsvLabels => {
  const options = new Map(
    teamImportColumns.columns.map(({ name, options: all = [] }) => [
      name,
      new Map(all.map(({ value, label }) => [value, label[lang]])),
    ]),
  )
  const { page, labels } = fileTexts[lang]
  const genders = new Map([
    ['male', labels.genders[0]],
    ['female', labels.genders[1]],
  ])
  const others: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    payment_status: new Map(Object.entries({ paid: page.paid, pending: page.pending })),
    place_status: new Map(Object.entries(page.places)),
  }
  return {
    lang,
    getTitle: (column) => getFileTitle(column, lang),
    formatValue: (column, value) =>
      (options.get(column) ?? others[column] ?? (column.endsWith('_gender') ? genders : undefined))?.get(
        value,
      ) ?? value,
  }
}

/**
 * The columns of our own files that an import does not need: what the server assigns, scores, and what
 * coaches do not have.
 */
const exportOnlyColumns = new Set([
  ...ownColumns,
  ...['', ...competitionSlugs].flatMap((slug) =>
    listCompetitionScoreCsvColumns(slug, competitionLimits.rounds).map(({ name }) => name),
  ),
  ...listNumbers(competitionLimits.coaches).flatMap((number) =>
    personFieldNames
      .filter((field) => !listPersonFields('coach').includes(field))
      .map((field) => `coach${number}_${personFields[field].column}`),
  ),
])

/** The titles of these columns in both languages, in the spelling of names. */
const exportOnlyTitles = new Set(
  [...exportOnlyColumns].flatMap((column) =>
    langs.map((lang) => convertHeaderToColumnName(getFileTitle(column, lang))),
  ),
)

/** How titles of columns of scores end, of any round and match. */
const endsOfScoreTitles = langs.flatMap((lang) =>
  Object.values(listScoreValueTitles(lang)).map((title) => convertHeaderToColumnName(`r: ${title}`).slice(1)),
)

/**
 * The columns of a file of teams, as `listTeamImportColumns` of contract/people/teams/team-import.schema.ts names them.
 */
export const teamImportColumns: ImportColumns = {
  columns: [
    ...teamFieldNames.map(createTeamColumn),
    ...listNumbers(competitionLimits.coaches).flatMap((number) => createPersonColumns('coach', number)),
    ...listNumbers(competitionLimits.members).flatMap((number) => createPersonColumns('member', number)),
  ],
  // files have the rounds of any event and the matches that were played
  isIgnored: (header) =>
    exportOnlyColumns.has(header) ||
    exportOnlyTitles.has(header) ||
    /_(score|time|fbs|obs|youtube)$/.test(header) ||
    endsOfScoreTitles.some((end) => header.endsWith(end)),
}

/**
 * The import of teams with their people. Throws `no-places` or `conflict` when another request takes a place or
 * registers a member at the same time. Teams can be restored for 30 days after an undo.
 */
export const teamImport = createCsvImport('teams', {
  columns: teamImportColumns,
  maxRows: teamLimits.lines,
  tags: ['teams', 'competitions'],
  hasOneProblemPerCell: true,
  parse: parseAndCheckTeams,
  toRow: toTeamImportReplyRow,
  listPreviewWarnings: listTeamImportWarnings,
  runInTransaction: (core, _eventId, work) =>
    awaitWithTeamConstraintErrors(
      inTransaction(core.database.db, async (tx) => {
        const result = await work(tx, undefined)
        await setDeferredConstraintsImmediate(tx)
        return result
      }),
    ),
  insert: insertTeamsWithPeopleAndAudit,
  undo: createSoftDeleteUndo({
    entity: 'team',
    lock: lockTeamsAndListWithUndoBlockers,
    softDelete: softDeleteTeamsWithPeople,
    toAudit: toTeamAudit,
  }),
})
