/** Limits of the name in characters, and of the year. */
export const seasonYearLimits = { name: 100, minYear: 2000, maxYear: 2100 } as const

/** The number of teams that a preview lists. */
export const seasonMovePreviewRows = 50

/**
 * A copy of a team, recorded for a season by its owner or an administrator; `data` is the team object, `ref`
 * names the purpose.
 */
export type SeasonRecord = {
  id: string
  type: string
  teamId: string
  ref: string
  data: unknown
  createdAt: string
}

/** Limits of a season record: texts in characters, the team object in characters of its JSON. */
export const seasonRecordLimits = { type: 60, ref: 200, data: 200_000 } as const
