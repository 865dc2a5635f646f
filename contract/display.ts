import type { displayScreen, displayState, matchTimer, saveScreenRequest, tableSchedule, updateTimerRequest } from './display.schema.ts'
import type { z } from './z.ts'

/** What a screen of the display shows. */
export const displayScenes = ['ranking', 'tables', 'clock', 'timer', 'message', 'sponsors', 'podium'] as const
export type DisplayScene = (typeof displayScenes)[number]

/** Maximum screens of an event, characters of the name and the message of a screen, and seconds of the match timer. */
export const displayLimits = { screens: 20, name: 60, message: 300, timerSeconds: 36_000 } as const
/** The length of a match timer that nobody has set. */
export const defaultTimerSeconds = 120

/** A screen as organizers see it. */
export type DisplayScreen = z.infer<typeof displayScreen>
export type SaveScreenRequest = z.infer<typeof saveScreenRequest>
/** The match timer of an event: it runs while `endsAt` is set, and is otherwise as long as `remainingMs`. */
export type MatchTimer = z.infer<typeof matchTimer>
export type UpdateTimerRequest = z.infer<typeof updateTimerRequest>
/** What the screens of an event show. */
export type DisplayState = z.infer<typeof displayState>
/** The slots of a table that are running or come next. */
export type TableSchedule = z.infer<typeof tableSchedule>

/** Returns how much time a match timer has left, 0 when it is over. */
export const computeTimerRemainingMs = ({ endsAt, remainingMs }: MatchTimer, now: number): number =>
  endsAt === null ? remainingMs : Math.max(0, Date.parse(endsAt) - now)
