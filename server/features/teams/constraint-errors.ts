import { findDatabaseErrorCode, getViolatedConstraint } from '#server/db/errors.ts'
import { AppError, type FieldProblem } from '#server/lib/app-error.ts'

const countProblems: Record<string, FieldProblem> = {
  team_members_most: { field: 'members', code: 'too-many' },
  team_coaches_most: { field: 'coaches', code: 'too-many' },
  team_members_least: { field: 'members', code: 'too-few' },
  team_coaches_least: { field: 'coaches', code: 'too-few' },
}

/** Maps a violated constraint to an `AppError`: a person in another team, a repeated national ID, too many or too few people, no place left. Returns other errors as they are. */
const toTeamConstraintError = (error: unknown, person = ''): unknown => {
  const state = findDatabaseErrorCode(error)
  if (state !== '23505' && state !== '23514') return error
  const constraint = getViolatedConstraint(error)
  const createError = (code: 'conflict' | 'bad-input', field: FieldProblem) => new AppError(code, [field], undefined, { cause: error })
  if (constraint === 'team_people_one_team') return createError('conflict', { field: `${person}nationalId`, code: 'in-other-team' })
  if (constraint === 'team_people_once_in_team') return createError('conflict', { field: `${person}nationalId`, code: 'twice' })
  if (constraint === 'competitions_places') return new AppError('no-places', [], undefined, { cause: error })
  const limit = countProblems[constraint]
  return limit ? createError('bad-input', limit) : error
}

/** Waits for a write of teams and maps its constraint errors. `person` is the prefix of the field names of a person. */
export const mapTeamConstraintErrors = async <T>(work: Promise<T>, person = ''): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw toTeamConstraintError(error, person)
  }
}

/** Throws all problems of a form in one error. Does nothing for an empty list. */
export const assertNoProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0)
    throw new AppError(problems.some(({ code }) => code === 'required') ? 'form-incomplete' : 'bad-input', [...problems])
}
