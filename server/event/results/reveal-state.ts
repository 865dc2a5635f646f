import { matchDrawLimits } from '#contract/event/matches/match.ts'
import type {
  AdminAward,
  RankingReveal,
  RevealedAward,
  RevealedMember,
  RevealedRow,
  RevealStep,
} from '#contract/event/results/results.schema.ts'
import type { RevealAwardOrder } from '#contract/event/results/results.ts'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { compareByTimeReachedThenId } from '#contract/event/scoring/ranking.ts'
import type { ExplanationTexts } from '#contract/event/scoring/rule-set-explanation.ts'
import { getTeamsPerSide } from '#contract/event/scoring/scoring-kinds.ts'
import { getNameUnlessErased, shortenNameUnlessAdult } from '#contract/people/teams/person-name.ts'
import type { Core } from '#server/deps.ts'
import { buildSignedPersonPhotoUrl, createTeamReadContext } from '#server/people/teams/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { getSiteDate } from '#server/platform/settings/service.ts'
import { listAwardsOfEvent, toPublicAward } from '../awards/service.ts'
import {
  findNewestRuleSetOfEvent,
  getRankingEvent,
  listEntriesWithRanks,
  listTopEntriesOfRanking,
  loadOrderExplainer,
  shortenPlayerNamesExceptAdults,
} from '../scores/service.ts'
import { listPublishableTeamMembers, type RevealRow, readExistingEntryIdSet } from './queries.ts'
import {
  computeRevealRankSteps,
  countRevealSteps,
  getEntryOrAwardOfRevealStep,
  getRanksOpenedSinglyAndTogether,
  listIndividuallyOpenedEntries,
  omitRemovedStepsAndAdjustOpenedCount,
  type StoredReveal,
  type StoredRevealEntry,
} from './reveal-steps.ts'

/**
 * Lists the members of a team, or of the team of an entry, whom visitors see on the day `today`, with the
 * names that they see. `photo` is the file of a photo that may be shown, else null.
 */
export const listPublicTeamMembers = async (
  db: Db,
  team: { entryId: string } | { teamId: string },
  today: string,
): Promise<{ name: string; photo: string | null }[]> =>
  (await listPublishableTeamMembers(db, team, today)).flatMap(({ name, birthDate, photo }) =>
    getNameUnlessErased(name) === '' ? [] : [{ name: shortenNameUnlessAdult(name, birthDate, today), photo }],
  )

const byId = (rows: readonly ScoreRow[]) => new Map(rows.map((row) => [row.id, row]))
const nameEntry = (row: ScoreRow | undefined) => {
  const { first, second } = getEntryDisplayNames(row ?? { teamName: '', playerName: '' })
  return { name: first, playerName: second, teamNo: row?.teamNo ?? '', schoolName: row?.schoolName ?? '' }
}

const toOrderedEntry = ({ id, rankingKey }: ScoreRow) => ({
  id,
  rankingKey: (rankingKey ?? []).map((number) => number ?? Number.POSITIVE_INFINITY),
})

/** Computes the steps of a reveal from the standing and the frozen ranking, and the awards. */
export const readRevealSteps = async (
  db: Db,
  eventId: string,
  { rankCount, awardOrder }: { rankCount: number; awardOrder: RevealAwardOrder },
  texts: ExplanationTexts,
): Promise<StoredReveal> => {
  const { entryCount } = await getRankingEvent(db, eventId)
  const ruleSet = (await findNewestRuleSetOfEvent(db, eventId))?.ruleSet ?? null
  const teamsPerSide = getTeamsPerSide(ruleSet)
  const size = teamsPerSide > 1 ? matchDrawLimits.sides * teamsPerSide : rankCount + 1
  const standing = await listTopEntriesOfRanking(db, eventId, size)
  const ids = standing.map(({ id }) => id)
  const { explainOrder } = await loadOrderExplainer(db, { id: eventId, ruleSet }, 'current', texts)
  const steps = computeRevealRankSteps(standing, byId(await listEntriesWithRanks(db, ids, 'frozen')), {
    rankCount,
    entryCount,
    describeReason: ruleSet
      ? (better, worse) => explainOrder(toOrderedEntry(better), toOrderedEntry(worse))?.text ?? null
      : undefined,
  })
  return {
    ...steps,
    awards: (await listAwardsOfEvent(db, eventId)).map(({ id }) => id),
    ...(awardOrder === 'last' ? {} : { awardOrder }),
  }
}

/** The ranks that have the whole screen, with the members of their teams. */
const stageRanks = 3

/** Reads the members of a team, or of the team of an entry, who may be named, with photos that may be shown. */
const readMembers = async (
  core: Core,
  team: { entryId: string } | { teamId: string },
): Promise<RevealedMember[]> => {
  const members = await listPublicTeamMembers(core.database.db, team, await getSiteDate(core))
  const readContext = createTeamReadContext(core.encryption)
  return members.map(({ name, photo }) => ({ name, photo: buildSignedPersonPhotoUrl(photo, readContext) }))
}

/** Reads the members of an entry of the first ranks. A player who is the participant has none. */
const readMembersOnStage = async (
  core: Core,
  { entryId, rank }: Pick<StoredRevealEntry, 'entryId' | 'rank'>,
  row: ScoreRow | undefined,
): Promise<RevealedMember[]> =>
  rank <= stageRanks && row?.playerName === '' ? readMembers(core, { entryId }) : []

/** Reads what a step shows. */
const readRevealStep = async (
  core: Core,
  entry: StoredRevealEntry,
  row: ScoreRow | undefined,
): Promise<RevealStep> => ({
  ...entry,
  ...nameEntry(row),
  members: await readMembersOnStage(core, entry, row),
  reason: entry.reason ?? null,
})

/** Reads what a step with an award shows; null for an award that was removed. */
const readRevealedAward = async (
  core: Core,
  awards: readonly AdminAward[],
  id: string | undefined,
): Promise<RevealedAward | null> => {
  const award = awards.find((each) => each.id === id)
  return award
    ? { ...toPublicAward(award), members: await readMembers(core, { teamId: award.teamId }) }
    : null
}

/** Reads the awards of a reveal, and leaves out the steps of entries and awards that were removed. */
export const readStandingSteps = async (
  db: Db,
  eventId: string,
  reveal: RevealRow,
): Promise<{ reveal: RevealRow; awards: AdminAward[] }> => {
  const awards = reveal.steps.awards.length > 0 ? await listAwardsOfEvent(db, eventId) : []
  const entryIds = await readExistingEntryIdSet(
    db,
    reveal.steps.entries.map(({ entryId }) => entryId),
  )
  return {
    reveal: omitRemovedStepsAndAdjustOpenedCount(
      reveal,
      new Set([...entryIds, ...awards.map(({ id }) => id)]),
    ),
    awards,
  }
}

/**
 * Reads what a reveal shows after its last step: open entries as they stand, the others as they were frozen,
 * with the names that visitors see.
 */
export const readRevealState = async (
  core: Core,
  eventId: string,
  stored: RevealRow,
): Promise<RankingReveal> => {
  const { db } = core.database
  const today = await getSiteDate(core)
  // before the first step, nothing public shows that an entry was removed
  const standing =
    stored.openedCount === 0 ? { reveal: stored, awards: [] } : await readStandingSteps(db, eventId, stored)
  const { steps, openedCount, ...reveal } = standing.reveal
  const ids = steps.entries.map(({ entryId }) => entryId)
  const opened = listIndividuallyOpenedEntries(steps, openedCount)
  const openedIds = opened.map(({ entryId }) => entryId)
  const standingRows = byId(
    await shortenPlayerNamesExceptAdults(
      db,
      await listEntriesWithRanks(db, openedIds, 'current'),
      'current',
      today,
    ),
  )
  const isFirst = openedCount === 0
  const frozen = isFirst
    ? await listTopEntriesOfRanking(db, eventId, ids.length, 'frozen')
    : (await listEntriesWithRanks(db, ids, 'frozen')).toSorted(
        (a, b) => a.rank - b.rank || compareByTimeReachedThenId(a, b),
      )
  const closed = await shortenPlayerNamesExceptAdults(
    db,
    frozen.filter(({ id }) => !openedIds.includes(id)),
    'frozen',
    today,
  )
  const last = opened.at(-1)
  return {
    ...reveal,
    stepCount: countRevealSteps(steps),
    awardCount: steps.awards.length,
    awardOrder: steps.awardOrder ?? 'last',
    openedCount,
    openedTogether: steps.openedTogether,
    ...getRanksOpenedSinglyAndTogether(steps),
    step: last ? await readRevealStep(core, last, standingRows.get(last.entryId)) : null,
    award: await readRevealedAward(
      core,
      standing.awards,
      getEntryOrAwardOfRevealStep(steps, openedCount).awardId,
    ),
    rows: [
      ...closed.map(
        (row): RevealedRow => ({
          entryId: row.id,
          ...nameEntry(row),
          rank: row.rank,
          totalScore: row.totalScore,
          totalTimeMs: row.totalTimeMs,
          isOpen: false,
          members: [],
        }),
      ),
      ...(await Promise.all(
        opened.toReversed().map(
          async ({ entryId, rank, totals }): Promise<RevealedRow> => ({
            entryId,
            ...nameEntry(standingRows.get(entryId)),
            rank,
            ...totals,
            isOpen: true,
            members: await readMembersOnStage(core, { entryId, rank }, standingRows.get(entryId)),
          }),
        ),
      )),
    ],
  }
}

/**
 * Reads the entry that the next step of a reveal opens, null when it opens several entries or none, or the
 * award that it shows.
 */
export const readNextStep = async (
  core: Core,
  eventId: string,
  stored: RevealRow,
): Promise<{ nextStep: RevealStep | null; nextAward: RevealedAward | null }> => {
  const { db } = core.database
  const {
    reveal: { steps, openedCount },
    awards,
  } = await readStandingSteps(db, eventId, stored)
  const { entry, awardId } = getEntryOrAwardOfRevealStep(steps, openedCount + 1)
  const nextAward = await readRevealedAward(core, awards, awardId)
  if (!entry) return { nextStep: null, nextAward }
  const rows = await listEntriesWithRanks(db, [entry.entryId], 'current')
  const [row] = await shortenPlayerNamesExceptAdults(db, rows, 'current', await getSiteDate(core))
  return { nextStep: await readRevealStep(core, entry, row), nextAward }
}
