/** A team as it was when its owner or an administrator recorded it for a season; `data` is the team object, `ref` names what it was recorded for. */
export type Season = { id: string; type: string; teamId: string; ref: string; data: unknown; createdAt: string }

/** Limits of a record: texts in characters, the team object in characters of its JSON. */
export const seasonLimits = { type: 60, ref: 200, data: 200_000 } as const
