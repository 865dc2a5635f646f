import type { scoreLogCheck, scoreLogProblem } from './score-log.schema.ts'
import type { z } from './z.ts'

/**
 * What is wrong in the score log of an event or in its standing results. `sequence` names a row of the log, `attemptId` and `entryId` a record, `field` a value.
 *
 * - `row-missing`: there is no row with this sequence, nor with the next ones up to the next row
 * - `row-changed`: the row does not have its hash
 * - `link-broken`: the row does not have the hash of the row before
 * - `step-wrong`: the values before a change are not those that the rows before give
 * - `rows-cut`: the rows from this sequence on are missing at the end
 * - `rows-added`: the rows from this sequence on were added after the head
 * - `head-differs`: the head has another hash than the last row
 * - `published-differs`: the row of a published head has another hash
 * - `attempt-missing`, `attempt-added`, `attempt-differs`: compared with the log
 * - `total-differs`, `entry-missing`, `entry-empty`: totals of an entry, compared with the log
 * - `participant-differs`: the participant, the team or a name of an entry is not the one of the log, or the entry has no salt
 * - `erasure-differs`: an entry that was erased names somebody
 * - `rule-set-differs`: the rule set of a version that a row of the log names is not the one that was saved, or there is a newer version `field`; without `sequence`
 *   no row names a version
 * - `publication-differs`: status, time or head of the published results are not those of the log
 * - `changed-after-final`: a row changes results that are final
 * - `freeze-differs`: the freeze of the public ranking is not the one of the log
 * - `certificate-differs`: a valid certificate of an entry has another rank than the log gives, another event or team, or belongs to results that are not published
 * - `event-missing`: the event does not exist, and its log does not have its deletion
 */
export const scoreLogProblemCodes = [
  'row-missing',
  'row-changed',
  'link-broken',
  'step-wrong',
  'rows-cut',
  'rows-added',
  'head-differs',
  'published-differs',
  'attempt-missing',
  'attempt-added',
  'attempt-differs',
  'total-differs',
  'entry-missing',
  'entry-empty',
  'participant-differs',
  'erasure-differs',
  'rule-set-differs',
  'publication-differs',
  'changed-after-final',
  'freeze-differs',
  'certificate-differs',
  'event-missing',
] as const
export type ScoreLogProblem = z.infer<typeof scoreLogProblem>

/** Maximum number of problems in the result of a check; `problemCount` counts all. */
export const maxScoreLogProblems = 100

/**
 * The result of the check of one event. `slug` is null when the event does not exist any more. `participantsFrom` is the row from which on participants are known, null
 * without one. `lastPublishedSequence` is the last of the heads that the check was given, without them the last published one. `erasures` are the rows about erasures up to
 * that head, `erasuresAfterPublication` those after it: the database's application role may insert rows, so they deserve a look. `corrections` are the rows about
 * participants that were corrected after final results. `publications` and `takeBacks` are all rows about published results and their end.
 */
export type ScoreLogCheck = z.infer<typeof scoreLogCheck>
