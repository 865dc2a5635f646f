import type {
  DisplayScreen,
  DisplayState,
  MatchTimer,
  SaveScreenRequest,
  UpdateTimerRequest,
} from '#contract/event/display.schema.ts'
import { computeTimerRemainingMs, displayLimits } from '#contract/event/display.ts'
import type { Core } from '#server/deps.ts'
import { type Actor, writeAudit } from '#server/platform/audit/service.ts'
import type { Db } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/lib/app-error.ts'
import { getRankingEvent } from '../scores/service.ts'
import {
  acquireScreensAndTimerLock,
  deleteScreen,
  insertScreen,
  listScreensOfEvent,
  readMatchTimerOfEventOrDefault,
  updateScreen,
  upsertMatchTimerOfEvent,
} from './queries.ts'

/** Returns the cache tag of what the screens of an event show. */
export const getDisplayCacheTag = (eventId: string) => `display:${eventId}`

/** Reads what visitors see of the screens of an event. A message that is prepared for later is not in it. */
export const readPublicDisplayState = async (db: Db, eventId: string): Promise<DisplayState> => ({
  screens: (await listScreensOfEvent(db, eventId)).map(({ number, scene, message }) => ({
    number,
    scene,
    message: scene === 'message' ? message : { en: '', ar: '' },
  })),
  timer: await readMatchTimerOfEventOrDefault(db, eventId),
})

const computeTimer = (
  timer: MatchTimer,
  { action, seconds }: UpdateTimerRequest,
  now: number,
): MatchTimer => {
  if (action === 'reset') {
    const durationMs = seconds === undefined ? timer.durationMs : seconds * 1000
    return { durationMs, remainingMs: durationMs, endsAt: null }
  }
  const leftMs = computeTimerRemainingMs(timer, now)
  if (action === 'pause') return { ...timer, remainingMs: leftMs, endsAt: null }
  // a repeated request does not start it again
  if (timer.endsAt !== null && leftMs > 0) return timer
  const remainingMs = leftMs || timer.durationMs
  return { ...timer, remainingMs, endsAt: new Date(now + remainingMs).toISOString() }
}

const toAudit = ({ number, name, scene, message }: DisplayScreen) => ({
  screen: `${number} · ${name}`,
  scene,
  messageEn: message.en,
  messageAr: message.ar,
})

/**
 * Creates the service of the screens and the match timer of an event. All functions throw `not-found` for an
 * event or a screen that does not exist.
 */
export const createScreensAndTimerService = ({ database, invalidator }: Core) => {
  const changeDisplay = async <T>(eventId: string, change: (tx: Db) => Promise<T>): Promise<T> => {
    const result = await inTransaction(database.db, async (tx) => {
      await getRankingEvent(tx, eventId)
      await acquireScreensAndTimerLock(tx, eventId)
      return change(tx)
    })
    await invalidator.invalidate(getDisplayCacheTag(eventId))
    return result
  }
  const getScreen = async (tx: Db, eventId: string, number: number): Promise<DisplayScreen> => {
    const screen = (await listScreensOfEvent(tx, eventId)).find((each) => each.number === number)
    if (!screen) throw new AppError('not-found')
    return screen
  }

  return {
    get: async (
      eventId: string,
    ): Promise<{ screens: DisplayScreen[]; timer: MatchTimer; serverTime: string }> => {
      await getRankingEvent(database.db, eventId)
      const screens = await listScreensOfEvent(database.db, eventId)
      return {
        screens,
        timer: await readMatchTimerOfEventOrDefault(database.db, eventId),
        serverTime: new Date().toISOString(),
      }
    },

    /**
     * Adds a screen with the first free number. Throws `bad-input` when the event has the maximum number of
     * screens.
     */
    addScreen: (eventId: string, request: SaveScreenRequest, actor: Actor): Promise<DisplayScreen> =>
      changeDisplay(eventId, async (tx) => {
        const numbers = new Set((await listScreensOfEvent(tx, eventId)).map(({ number }) => number))
        let number = 1
        while (numbers.has(number)) number++
        if (number > displayLimits.screens)
          throw new AppError('bad-input', [
            { field: 'name', code: 'too-many', values: { limit: displayLimits.screens } },
          ])
        await insertScreen(tx, eventId, number, request)
        const screen = { number, ...request }
        await writeAudit(tx, {
          actor,
          action: 'create',
          entity: 'screen',
          entityId: eventId,
          after: toAudit(screen),
        })
        return screen
      }),

    /** Switches a screen to another scene, and changes its name and message. */
    updateScreen: (
      eventId: string,
      number: number,
      request: SaveScreenRequest,
      actor: Actor,
    ): Promise<DisplayScreen> =>
      changeDisplay(eventId, async (tx) => {
        const before = toAudit(await getScreen(tx, eventId, number))
        const screen = { number, ...request }
        await updateScreen(tx, eventId, number, request)
        await writeAudit(tx, {
          actor,
          action: 'update',
          entity: 'screen',
          entityId: eventId,
          before,
          after: toAudit(screen),
        })
        return screen
      }),

    /** Removes a screen: its address shows the ranking from then on. */
    removeScreen: (eventId: string, number: number, actor: Actor): Promise<void> =>
      changeDisplay(eventId, async (tx) => {
        const before = toAudit(await getScreen(tx, eventId, number))
        await deleteScreen(tx, eventId, number)
        await writeAudit(tx, { actor, action: 'delete', entity: 'screen', entityId: eventId, before })
      }),

    /** Starts, pauses or resets the match timer. A timer that is over starts with its whole length. */
    updateTimer: (
      eventId: string,
      request: UpdateTimerRequest,
    ): Promise<{ timer: MatchTimer; serverTime: string }> =>
      changeDisplay(eventId, async (tx) => {
        const now = Date.now()
        const timer = computeTimer(await readMatchTimerOfEventOrDefault(tx, eventId), request, now)
        await upsertMatchTimerOfEvent(tx, eventId, timer)
        return { timer, serverTime: new Date(now).toISOString() }
      }),
  }
}
