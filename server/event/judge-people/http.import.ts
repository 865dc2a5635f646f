import { normalizeEmail } from '#contract/accounts/identity.ts'
import { getLanguageName, judgeLanguages, judgePersonLimits } from '#contract/event/judging/judge-person.ts'
import { isEmailAddress } from '#contract/platform/email.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { adminJudgePeople as arTexts } from '#i18n/ar/admin-judge-people.ts'
import { adminJudgePeople as enTexts } from '#i18n/en/admin-judge-people.ts'
import { writeAudits } from '#server/platform/audit/service.ts'
import {
  buildTitleAndOtherTitlesOfColumn,
  importColumnTexts,
} from '#server/platform/http/import-column-texts.ts'
import { createCsvImport } from '#server/platform/imports/define-import.ts'
import { createSoftDeleteUndo } from '#server/platform/imports/service.ts'
import type { FieldProblem } from '#server/platform/lib/app-error.ts'
import type { CsvRowProblem } from '#server/platform/lib/csv-problems.ts'
import { findCellTextProblem, findWebLinkProblemInNameCell } from '#server/platform/lib/csv-text.ts'
import {
  createOptionFinder,
  type ImportColumn,
  type ImportColumns,
  type ImportOption,
} from '#server/platform/lib/import-columns.ts'
import {
  filterTakenJudgePersonEmailSet,
  getNextJudgePersonPosition,
  insertJudgePeople,
  listCompetitionNames,
  lockJudgePeopleAndListChangeStates,
  lockJudgePersonEmails,
  type NewJudgePerson,
  softDeleteAndReturnJudgePeople,
} from './queries.ts'
import { toJudgePersonAudit } from './service.ts'

type JudgeColumn = 'name' | 'email' | 'languages' | 'competitions'
type Competitions = readonly { id: string; slug: string; name: Localized }[]
/** Values of a list in a cell that are no languages or competitions. */
type UnknownValue = { field: 'languages' | 'competitions'; value: string }
type JudgeLine = NewJudgePerson & { line: number; unknown: UnknownValue[] }

const { en, ar } = importColumnTexts
const labelKeys = {
  name: 'name',
  email: 'email',
  languages: 'languages',
  competitions: 'competitionIds',
} as const

const createColumn = (
  name: JudgeColumn,
  details: Pick<ImportColumn, 'required' | 'text' | 'format'>,
): ImportColumn<JudgeColumn> => ({
  name,
  ...buildTitleAndOtherTitlesOfColumn(
    { en: enTexts.fields[labelKeys[name]], ar: arTexts.fields[labelKeys[name]] },
    { en: en.judgePerson[name], ar: ar.judgePerson[name] },
  ),
  ...details,
})

/** The columns of a file of people who judge. */
export const judgePersonImportColumns: ImportColumns<JudgeColumn> = {
  columns: [
    createColumn('name', { required: true, text: 'name' }),
    createColumn('email', { format: 'email' }),
    createColumn('languages', { text: 'name' }),
    createColumn('competitions', { text: 'name' }),
  ],
}

const languageOptions: ImportOption[] = judgeLanguages.map((value) => ({
  value,
  label: { en: getLanguageName(value, 'en'), ar: getLanguageName(value, 'ar') },
}))

/** Splits a cell with several values. */
const splitCell = (cell: string): string[] =>
  cell
    .split(/[;؛،,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Creates the function that parses one line; `report` gets its problems. */
const createLineParser = (competitions: Competitions) => {
  const competitionOptions: ImportOption[] = competitions.map(({ id, slug, name }) => ({
    value: id,
    label: name,
    others: [slug],
  }))
  const findOption = createOptionFinder<'languages' | 'competitions'>([
    { name: 'languages', title: { en: '', ar: '' }, options: languageOptions },
    { name: 'competitions', title: { en: '', ar: '' }, options: competitionOptions },
  ])
  return (
    cell: (column: JudgeColumn) => string,
    report: (problem: FieldProblem) => void,
  ): Omit<JudgeLine, 'line'> => {
    const unknown: UnknownValue[] = []
    const name = cell('name')
    const nameProblem =
      findCellTextProblem(name, { maxLength: judgePersonLimits.name }) ?? findWebLinkProblemInNameCell(name)
    if (name === '') report({ field: 'name', code: 'required' })
    else if (nameProblem) report({ field: 'name', ...nameProblem })
    const email = cell('email')
    const emailProblem = findCellTextProblem(email, { maxLength: judgePersonLimits.email })
    if (emailProblem) report({ field: 'email', ...emailProblem })
    else if (email !== '' && !isEmailAddress(email)) report({ field: 'email', code: 'bad-format' })
    const readList = (field: UnknownValue['field'], max: number): string[] => {
      const found = splitCell(cell(field)).flatMap((value) => {
        const option = findOption(field, value)
        if (option === undefined) unknown.push({ field, value })
        return option ?? []
      })
      if (found.length > max) report({ field, code: 'too-many', values: { limit: max } })
      return [...new Set(found)]
    }
    return {
      unknown,
      name,
      email: email === '' ? null : normalizeEmail(email),
      languages: readList('languages', judgePersonLimits.languages),
      competitionIds: readList('competitions', judgePersonLimits.competitions),
    }
  }
}

/** Finds addresses that are in the file twice or that people have, so that a repeated import does nothing. */
const listTakenProblems = (
  lines: readonly JudgeLine[],
  takenEmails: ReadonlySet<string>,
): CsvRowProblem[] => {
  const seen = new Set(takenEmails)
  return lines.flatMap(({ line, email }) => {
    if (email === null) return []
    const isTaken = seen.has(email)
    seen.add(email)
    return isTaken ? [{ line, problem: { field: 'email', code: 'taken' as const }, value: email }] : []
  })
}

/** Returns the problems of values that are no languages or competitions, with those that are. */
const listUnknownValueProblems = (
  lines: readonly JudgeLine[],
  competitions: Competitions,
): CsvRowProblem[] => {
  const listLabels = (labels: readonly Localized[]) => ({
    en: labels.map((label) => label.en),
    ar: labels.map((label) => label.ar),
  })
  const allowed = {
    languages: listLabels(languageOptions.map(({ label }) => label)),
    competitions: listLabels(competitions.map(({ name }) => name)),
  }
  return lines.flatMap(({ line, unknown }) =>
    unknown.map(({ field, value }) => ({
      line,
      problem: { field, code: 'unknown-value' as const },
      value,
      allowed: allowed[field],
    })),
  )
}

/**
 * The import of people who judge from a CSV file as the export writes it. Two people may have the same name; an
 * address is that of one person. Imported people can be restored for 30 days after an undo.
 */
export const judgePersonImport = createCsvImport('judges', {
  columns: judgePersonImportColumns,
  maxRows: judgePersonLimits.importLines,
  open: (_core, db) => listCompetitionNames(db),
  parse: async (file, { db, isLocking, context: competitions }) => {
    if (isLocking) await lockJudgePersonEmails(db)
    const lines: JudgeLine[] = await file.parseLines(createLineParser(competitions))
    const emails = lines.flatMap(({ email }) => email ?? [])
    return {
      lines,
      problems: [
        ...listUnknownValueProblems(lines, competitions),
        ...listTakenProblems(lines, await filterTakenJudgePersonEmailSet(db, emails)),
      ],
    }
  },
  toRow: ({ unknown: _, ...line }) => line,
  insert: async (tx, lines, { actor }) => {
    const rows = await insertJudgePeople(
      tx,
      lines.map(({ line: _line, unknown: _unknown, ...person }) => person),
      await getNextJudgePersonPosition(tx),
    )
    await writeAudits(
      tx,
      rows.map((row) => ({
        actor,
        action: 'import',
        entity: 'judge-person',
        entityId: row.id,
        after: toJudgePersonAudit(row),
      })),
    )
    return rows.map(({ id }) => id)
  },
  undo: createSoftDeleteUndo({
    entity: 'judge-person',
    lock: lockJudgePeopleAndListChangeStates,
    softDelete: softDeleteAndReturnJudgePeople,
    toAudit: toJudgePersonAudit,
  }),
})
