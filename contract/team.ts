/** Limits that are not in `teamFields`: texts in characters, `drafts` per account, `draftBytes` per draft, `lines` per CSV file. */
export const teamLimits = {
  link: 500,
  reason: 500,
  scores: 40,
  matches: 20,
  key: 40,
  drafts: 20,
  draftBytes: 60_000,
  lines: 5000,
} as const

/** The number of photos that one registration can contain. */
export const maxSubmittedPhotos = 10
