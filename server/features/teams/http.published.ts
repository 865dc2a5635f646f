import { ownTeamToWire, teamFieldToWire, teamToWire } from '#contract/published/team.ts'
import type { OwnTeam, Team } from '#contract/team.ts'
import { AppError } from '#server/lib/app-error.ts'

/** Refusals name fields and the current team as they are published. */
export const inPublishedNames = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = error.fields.map((problem) => ({ ...problem, field: teamFieldToWire(problem.field) }))
    const current = error.details?.current as Team | OwnTeam | undefined
    const published = current && ('editable' in current ? ownTeamToWire(current) : teamToWire(current))
    throw new AppError(error.code, fields, published ? { current: published } : error.details, { cause: error.cause })
  }
}
