import type { EntryWithProtests } from '#contract/protest.ts'

/** Lists what a new protest can be about: the ids of attempts, and null for the whole result. There is at most one open protest about each. */
export const listAttemptIdsToProtest = ({ attempts, protests }: Pick<EntryWithProtests, 'attempts' | 'protests'>): (string | null)[] => {
  const openSubjects = protests.filter(({ state }) => state === 'open').map(({ attemptId }) => attemptId)
  return [null, ...attempts.map(({ id }) => id)].filter((subject) => !openSubjects.includes(subject))
}
