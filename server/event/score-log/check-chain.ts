import {
  emptyScoreLogHead,
  type LoggedParticipant,
  type LoggedPublication,
  type LoggedRule,
  type ScoreLogContent,
  type ScoreLogHead,
  type ScoreLogProblem,
} from '#contract/event/scores/score-log.schema.ts'
import { toCanonicalJson } from '#contract/platform/json.ts'
import type { Db } from '#server/platform/db/open.ts'
import { hashScoreLogRow } from '../scores/service.ts'
import {
  findLastLogSequenceOfFrozenRanking,
  listNextScoreLogRows,
  type StoredScoreLogRow,
} from './queries.ts'
import {
  applyRowAndTellIfItFollows,
  copyReplayedRanking,
  createEmptyScoreLogReplay,
  isAllowedAfterFinal,
  type ReplayedRanking,
  type ScoreLogReplay,
} from './replay.ts'

/**
 * Returns the content of a stored row. Throws a `SyntaxError` when `before` or `after` is not the canonical
 * JSON of its value.
 */
export const parseScoreLogRow = ({
  hash: _,
  before,
  after,
  time,
  ...row
}: StoredScoreLogRow): ScoreLogContent => {
  const parseJson = (text: string | null) => {
    if (text === null) return null
    const value = JSON.parse(text)
    if (toCanonicalJson(value) !== text)
      throw new SyntaxError('the JSON of a row of the score log is not canonical')
    return value
  }
  return { ...row, before: parseJson(before), after: parseJson(after), time: time.toISOString() }
}

const parseRowOrNull = (row: StoredScoreLogRow): ScoreLogContent | null => {
  try {
    return parseScoreLogRow(row)
  } catch {
    return null
  }
}

/** A version of a rule set that a row of the log names, with its hash; null for the default ranking. */
export type LoggedRuleSet = { sequence: number; version: number; hash: string | null }
export type ChainCheck = {
  replay: ScoreLogReplay
  isPurged: boolean
  rowCount: number
  last: ScoreLogHead
  hashAt: Map<number, string>
  ruleSets: LoggedRuleSet[]
  /** The first row about a participant, null without one. */
  participantsFrom: number | null
  /**
   * The sequences of the rows about erasures, corrections of participants after final results, publications
   * and their ends. `awards` are those about awards of final results, `advancements` those about advancement.
   */
  erasures: number[]
  corrections: number[]
  publications: number[]
  takeBacks: number[]
  awards: number[]
  advancements: number[]
  /** The sequences of the rows whose hashes are published heads. */
  publishedSequences: number[]
}

/**
 * Reads the log of an event, checks each row and its link to the row before, and replays the changes.
 * `hashAt` has the stored hashes of the rows with these sequences.
 */
export const checkChainAndReplayScoreLog = async (
  db: Db,
  eventId: string,
  sequences: ReadonlySet<number>,
  report: (problem: ScoreLogProblem) => void,
): Promise<ChainCheck> => {
  const check: ChainCheck = {
    replay: createEmptyScoreLogReplay(),
    isPurged: false,
    rowCount: 0,
    last: emptyScoreLogHead,
    hashAt: new Map([[emptyScoreLogHead.sequence, emptyScoreLogHead.hash]]),
    ruleSets: [],
    participantsFrom: null,
    erasures: [],
    corrections: [],
    publications: [],
    takeBacks: [],
    awards: [],
    advancements: [],
    publishedSequences: [],
  }
  const { replay } = check
  const frozenSequence = await findLastLogSequenceOfFrozenRanking(db, eventId)
  let frozenRanking: ReplayedRanking | undefined =
    frozenSequence === 0 ? copyReplayedRanking(replay) : undefined
  const replayRow = (content: ScoreLogContent, isNext: boolean) => {
    const { sequence, kind } = content
    const isFinal = replay.publication?.status === 'final'
    if (isFinal && !isAllowedAfterFinal(replay, content)) report({ code: 'changed-after-final', sequence })
    if (isFinal && kind === 'award') check.awards.push(sequence)
    if (!applyRowAndTellIfItFollows(replay, content, frozenRanking) && isNext)
      report({ code: 'step-wrong', sequence })
    if (sequence === frozenSequence) frozenRanking = copyReplayedRanking(replay)
    if (kind === 'rule') {
      const { ruleSetVersion: version, ruleSetHash: hash } = (content.after ?? {}) as Partial<LoggedRule>
      if (version !== undefined && hash !== undefined) check.ruleSets.push({ sequence, version, hash })
    }
    if (kind === 'participant') check.participantsFrom ??= sequence
    if (kind === 'participant' && (content.after as LoggedParticipant | null)?.isCorrection)
      check.corrections.push(sequence)
    if (kind === 'erase') check.erasures.push(sequence)
    if (kind === 'publish') check.publications.push(sequence)
    if (kind === 'take-back') check.takeBacks.push(sequence)
    if (kind === 'advance' || kind === 'undo-advance') check.advancements.push(sequence)
    // the removal of the demo content takes results back without a head
    if (kind === 'publish' || (kind === 'take-back' && content.source !== 'system'))
      check.publishedSequences.push((content.after as LoggedPublication | null)?.head?.sequence ?? sequence)
  }
  const checkRow = (row: StoredScoreLogRow) => {
    const { sequence, hash } = row
    const isNext = sequence === check.last.sequence + 1
    if (!isNext) report({ code: 'row-missing', sequence: check.last.sequence + 1 })
    if (isNext && row.previousHash !== check.last.hash) report({ code: 'link-broken', sequence })
    const content = parseRowOrNull(row)
    if (!content || hashScoreLogRow(content) !== hash) report({ code: 'row-changed', sequence })
    if (content) replayRow(content, isNext)
    if (check.isPurged) report({ code: 'step-wrong', sequence })
    check.isPurged = row.kind === 'purge'
    check.rowCount++
    check.last = { sequence, hash }
    if (sequences.has(sequence)) check.hashAt.set(sequence, hash)
  }
  for (;;) {
    const rows = await listNextScoreLogRows(db, eventId, check.last.sequence)
    rows.forEach(checkRow)
    if (rows.length === 0) return check
  }
}
