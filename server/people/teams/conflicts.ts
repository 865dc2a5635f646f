import type { Lang } from '#contract/platform/localized.ts'
import type { Core } from '#server/deps.ts'
import { findCompetition } from '#server/event/competitions/service.ts'
import {
  findSqlStateOrSystemCode,
  getViolatedConstraint,
  getViolationDetail,
} from '#server/platform/db/errors.ts'
import { buildNoticeTextForOrganizers } from '#server/platform/emails/messages.ts'
import { AppError, type FieldProblem } from '#server/platform/lib/app-error.ts'
import { createNationalIdConflictRunner } from '#server/platform/lib/limiters.ts'
import { insertMessageAndGetNumber } from '#server/site/messages/service.ts'
import { findUserNameAndEmail } from './queries.ts'

const countProblems: Record<string, FieldProblem> = {
  team_members_most: { field: 'members', code: 'too-many' },
  team_coaches_most: { field: 'coaches', code: 'too-many' },
  team_members_least: { field: 'members', code: 'too-few' },
  team_coaches_least: { field: 'coaches', code: 'too-few' },
}

/** A written person: the path of the fields in the form, and the stored row. */
type WrittenPerson = {
  path: string
  old: { nationalIdIndex: string | null } | undefined
  values: { nationalIdIndex?: string | null }
}

/**
 * Returns the path of the person whose new national ID violates a constraint; the detail of the error has its
 * hash.
 */
const findPersonPath = (error: unknown, people: readonly WrittenPerson[]): string => {
  const detail = getViolationDetail(error)
  const isNamed = ({ old, values: { nationalIdIndex } }: WrittenPerson) =>
    nationalIdIndex && nationalIdIndex !== old?.nationalIdIndex && detail.includes(nationalIdIndex)
  return people.find(isNamed)?.path ?? ''
}

/**
 * Maps a violated constraint to an `AppError`: a person in another team, a repeated national ID, too many or
 * too few people, no place left. Returns other errors as they are.
 */
const toTeamConstraintError = (error: unknown, people: readonly WrittenPerson[]): unknown => {
  const state = findSqlStateOrSystemCode(error)
  if (state !== '23505' && state !== '23514') return error
  const constraint = getViolatedConstraint(error)
  const createError = (code: 'conflict' | 'bad-input', field: FieldProblem) =>
    new AppError(code, [field], undefined, { cause: error })
  const nationalIdPath = `${findPersonPath(error, people)}nationalId`
  if (constraint === 'team_people_one_team')
    return createError('conflict', { field: nationalIdPath, code: 'in-other-team' })
  if (constraint === 'team_people_once_in_team')
    return createError('conflict', { field: nationalIdPath, code: 'twice' })
  if (constraint === 'competitions_places') return new AppError('no-places', [], undefined, { cause: error })
  const problem = countProblems[constraint]
  return problem
    ? createError('bad-input', { ...problem, values: { limit: Number(getViolationDetail(error)) } })
    : error
}

/**
 * Waits for a write of teams and maps its constraint errors. `people` are the people that it writes, for a
 * form with several.
 */
export const awaitWithTeamConstraintErrors = async <T>(
  work: Promise<T>,
  people: readonly WrittenPerson[] = [],
): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw toTeamConstraintError(error, people)
  }
}

/** Throws all problems of a form in one error. Does nothing for an empty list. */
export const assertNoProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0)
    throw new AppError(problems.some(({ code }) => code === 'required') ? 'form-incomplete' : 'bad-input', [
      ...problems,
    ])
}

/** The team that a user submits, and the language of its messages. */
type Submission = { userId: string; team: string; competitionId: string; lang: Lang }

const isMemberConflict = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === 'conflict' &&
  error.fields.some(({ code }) => code === 'in-other-team')

/**
 * Creates the guard of team submissions by users: a national ID of another team is refused without naming
 * the member, so that a form does not tell whose national ID is registered. The organizers get a message, and
 * the limit of national ID conflicts counts it.
 */
export const createNationalIdConflictReportRunner = (core: Core) => {
  const { db } = core.database
  const limitConflicts = createNationalIdConflictRunner(core)

  const notifyOrganizers = async ({ userId, team, competitionId, lang }: Submission) => {
    const user = await findUserNameAndEmail(db, userId)
    if (!user) return
    // a changed team keeps its competition, which the form need not repeat
    const competition = competitionId === '' ? undefined : await findCompetition(db, competitionId)
    const name = (lang === 'ar' ? competition?.nameAr : competition?.nameEn) ?? '–'
    const { firstName, lastName, email } = user
    const body = buildNoticeTextForOrganizers('memberConflict', lang, { team, competition: name })
    await insertMessageAndGetNumber(db, { kind: 'issue', firstName, lastName, email, body, lang })
  }

  /**
   * Runs `submit`. Throws `conflict` (`members`: `not-accepted`) for a member of another team, and `too-many`
   * after ten conflicts in a day.
   */
  return <T>(submission: Submission, submit: () => Promise<T>): Promise<T> =>
    limitConflicts(submission.userId, submit, {
      isConflict: isMemberConflict,
      refuse: async (cause) => {
        await notifyOrganizers(submission)
        return new AppError('conflict', [{ field: 'members', code: 'not-accepted' }], undefined, { cause })
      },
    })
}
