import { hash } from 'node:crypto'
import type { RuleSet } from '#contract/rule-set.ts'
import { toCanonicalJson } from '#contract/rules/canonical-json.ts'
import type { LoggedParticipant, ScoreLogContent } from '#contract/score-log.schema.ts'
import type { scoreEntries } from '#server/db/schema/scores.ts'

const hashCanonicalJson = (value: Parameters<typeof toCanonicalJson>[0]): string => hash('sha256', toCanonicalJson(value), 'hex')

/** Returns the SHA-256 of the canonical JSON of a row, in hexadecimal digits. */
export const hashScoreLogRow = (content: ScoreLogContent): string => hashCanonicalJson(content)

/** Returns the SHA-256 of the canonical JSON of a rule set, in hexadecimal digits. */
export const hashRuleSet = (ruleSet: RuleSet): string => hashCanonicalJson(ruleSet)

/** Returns the hash of the team of an entry. It has no salt: an erasure keeps the team. */
export const hashTeamOfEntry = (entryId: string, teamId: string): string => hashCanonicalJson({ entryId, teamId })

/** The columns of an entry that the score log has as hashes. */
export type HashedParticipant = Pick<
  typeof scoreEntries.$inferSelect,
  'id' | 'participantKey' | 'playerName' | 'teamNo' | 'teamName' | 'schoolName' | 'missionType' | 'teamId'
>
/** Returns the hashes of a participant with the salt of its entry. The team has a hash of its own, because an entry loses the reference to a deleted team. */
export const hashParticipant = (
  salt: string,
  { id, participantKey, playerName, teamNo, teamName, schoolName, missionType, teamId }: HashedParticipant,
): LoggedParticipant => ({
  participantHash: hashCanonicalJson({ salt, participantKey, playerName, teamNo, teamName, schoolName, missionType }),
  teamHash: teamId === null ? null : hashTeamOfEntry(id, teamId),
})
