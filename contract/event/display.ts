import type { MatchTimer } from './display.schema.ts'

/** What a screen of the display shows. */
export const displayScenes = [
  'ranking',
  'matches',
  'tables',
  'clock',
  'timer',
  'message',
  'sponsors',
  'podium',
] as const
export type DisplayScene = (typeof displayScenes)[number]

/**
 * Maximum screens of an event, characters of the name and the message of a screen, and seconds of the match
 * timer.
 */
export const displayLimits = { screens: 20, name: 60, message: 300, timerSeconds: 36_000 } as const
/** The length of a match timer that nobody has set. */
export const defaultTimerSeconds = 120

/** Returns how much time a match timer has left, 0 when it is over. */
export const computeTimerRemainingMs = ({ endsAt, remainingMs }: MatchTimer, now: number): number =>
  endsAt === null ? remainingMs : Math.max(0, Date.parse(endsAt) - now)
