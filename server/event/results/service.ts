import { isDeepStrictEqual } from 'node:util'
import { v7 as randomUUIDv7 } from 'uuid'
import type { AdminResults, RankingReveal } from '#contract/event/results/results.schema.ts'
import type { RevealAwardOrder } from '#contract/event/results/results.ts'
import type { ExplanationTexts } from '#contract/event/scoring/rule-set-explanation.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getRevealCacheTag } from '../awards/service.ts'
import {
  createRankingFreezeService,
  findEventRankingFreeze,
  getRankingEvent,
  type RankingFreeze,
} from '../scores/service.ts'
import {
  deleteReveal,
  findRevealOfEvent,
  lockRankingFreeze,
  type RevealRow,
  replaceReveal,
  updateReveal,
} from './queries.ts'
import { readNextStep, readRevealState, readRevealSteps, readStandingSteps } from './reveal-state.ts'
import { countRevealSteps, getRanksOpenedSinglyAndTogether } from './reveal-steps.ts'

export { listPublicTeamMembers } from './reveal-state.ts'

/**
 * Creates the service that freezes the public ranking of an event, reveals it step by step, and publishes it.
 */
export const createFreezeAndRevealService = (
  core: Core,
  { explanationTexts }: { explanationTexts: ExplanationTexts },
) => {
  const { database, invalidator } = core
  const { db } = database
  const freezer = createRankingFreezeService(core)
  const { keyedHash, listKeyedHashes } = core.encryption
  const rehearsalText = (revealId: string) => `reveal rehearsal:${revealId}`

  const hasRehearsalKey = (reveal: RevealRow, key: string) =>
    listKeyedHashes(rehearsalText(reveal.id)).includes(key)
  /** Tells whether a key shows the current rehearsal of an event. */
  const isRehearsalKey = async (eventId: string, key: string): Promise<boolean> => {
    const reveal = await findRevealOfEvent(db, eventId)
    return reveal?.isRehearsal === true && hasRehearsalKey(reveal, key)
  }

  const getResults = async (eventId: string): Promise<AdminResults> => {
    const { id, slug, title, freeze } = await getRankingEvent(db, eventId)
    const reveal = await findRevealOfEvent(db, eventId)
    const isOutdated =
      reveal !== undefined &&
      !isDeepStrictEqual(
        await readRevealSteps(
          db,
          eventId,
          {
            rankCount: getRanksOpenedSinglyAndTogether(reveal.steps).rankCount,
            awardOrder: reveal.steps.awardOrder ?? 'last',
          },
          explanationTexts,
        ),
        reveal.steps,
      )
    return {
      event: { id, slug, title },
      freeze,
      reveal: reveal
        ? {
            ...(await readRevealState(core, eventId, reveal)),
            ...(await readNextStep(core, eventId, reveal)),
            isOutdated,
            rehearsalKey: reveal.isRehearsal ? keyedHash(rehearsalText(reveal.id)) : null,
          }
        : null,
    }
  }

  /**
   * Runs a change of the reveal while the freeze stays as it is. Throws `conflict` when the ranking is not
   * frozen.
   */
  const changeReveal = async <T>(
    eventId: string,
    change: (tx: Db, freeze: RankingFreeze) => Promise<T>,
  ): Promise<T> => {
    await getRankingEvent(db, eventId)
    await freezer.freezeIfDue(eventId)
    const result = await inTransaction(db, async (tx) => {
      await lockRankingFreeze(tx, eventId)
      const freeze = await findEventRankingFreeze(tx, eventId)
      if (!freeze?.frozenAt) throw new AppError('conflict')
      return change(tx, freeze)
    })
    await invalidator.invalidate(getRevealCacheTag(eventId))
    return result
  }

  return {
    /** Throws `not-found`. */
    getResults,

    /**
     * Freezes the public ranking now (`at` is null) or at a time. Throws `conflict` when it is frozen
     * already.
     */
    freeze: async (eventId: string, at: string | null, actor: Actor): Promise<AdminResults> => {
      await getRankingEvent(db, eventId)
      await freezer.freeze(eventId, at === null ? null : new Date(at), actor.userId, (tx, freezeAt) =>
        writeAudit(tx, { actor, action: 'freeze', entity: 'event', entityId: eventId, after: { freezeAt } }),
      )
      return getResults(eventId)
    },

    /** Ends the freeze: the standing ranking is public at once. A reveal ends with it. */
    unfreeze: async (eventId: string, actor: Actor): Promise<AdminResults> => {
      await getRankingEvent(db, eventId)
      await freezer.unfreeze(eventId, actor.userId, (tx) =>
        writeAudit(tx, { actor, action: 'unfreeze', entity: 'event', entityId: eventId }),
      )
      await invalidator.invalidate(getRevealCacheTag(eventId))
      return getResults(eventId)
    },

    /**
     * Starts a reveal, or starts it again from its first step. Throws `conflict` when the ranking is not
     * frozen.
     */
    startReveal: async (
      eventId: string,
      { isRehearsal, ...choices }: { isRehearsal: boolean; rankCount: number; awardOrder: RevealAwardOrder },
      actor: Actor,
    ): Promise<AdminResults> => {
      const steps = await readRevealSteps(db, eventId, choices, explanationTexts)
      await changeReveal(eventId, async (tx) => {
        await replaceReveal(tx, eventId, { id: randomUUIDv7(), isRehearsal, steps, startedBy: actor.userId })
        await writeAudit(tx, {
          actor,
          action: 'start-reveal',
          entity: 'event',
          entityId: eventId,
          after: { isRehearsal },
        })
      })
      return getResults(eventId)
    },

    /**
     * Moves the reveal `id` one step forward or back, or pauses or resumes it. Throws `conflict` when another
     * reveal was started, when it is paused, or when `openedCount` is not one step away.
     */
    updateReveal: async (
      eventId: string,
      {
        id,
        openedCount,
        isPaused,
      }: { id: string; openedCount?: number | undefined; isPaused?: boolean | undefined },
    ): Promise<AdminResults> => {
      await changeReveal(eventId, async (tx) => {
        const stored = await findRevealOfEvent(tx, eventId)
        if (stored?.id !== id) throw new AppError('conflict')
        const { reveal } = await readStandingSteps(tx, eventId, stored)
        if (isPaused !== undefined) await updateReveal(tx, eventId, { isPaused })
        // a repeated request finds the step open
        if (openedCount === undefined || openedCount === reveal.openedCount) return
        const isOneStepAway =
          Math.abs(openedCount - reveal.openedCount) === 1 && openedCount <= countRevealSteps(reveal.steps)
        if ((isPaused ?? reveal.isPaused) || !isOneStepAway) throw new AppError('conflict')
        await updateReveal(tx, eventId, { openedCount, steps: reveal.steps })
      })
      return getResults(eventId)
    },

    /** Ends a rehearsal or a reveal without publishing the ranking. */
    cancelReveal: async (eventId: string): Promise<AdminResults> => {
      await changeReveal(eventId, (tx) => deleteReveal(tx, eventId))
      return getResults(eventId)
    },

    isRehearsalKey,

    /**
     * Reads the reveal that visitors see, null when there is none; with the key of a rehearsal also that
     * rehearsal.
     */
    readVisibleReveal: async (
      eventId: string,
      rehearsalKey: string | undefined,
    ): Promise<RankingReveal | null> => {
      const reveal = await findRevealOfEvent(db, eventId)
      const isVisible =
        reveal &&
        (!reveal.isRehearsal || (rehearsalKey !== undefined && hasRehearsalKey(reveal, rehearsalKey)))
      return isVisible ? readRevealState(core, eventId, reveal) : null
    },
  }
}
