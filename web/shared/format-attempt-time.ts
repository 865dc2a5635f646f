import { secondsPerHour } from '#contract/rules/time.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Returns the number of decimals that all times of a column need, so that their points align. */
export const countTimeDecimals = (times: readonly number[]): number =>
  times.reduce((most, ms) => Math.max(most, ms % 10 ? 3 : ms % 100 ? 2 : ms % 1000 ? 1 : 0), 0)

/** Formats milliseconds as `1:02:03.5`, `2:03.5`, `0:03.5` or `-0:03.5`, with at least `decimals` decimals. */
export const formatAttemptTime = (ms: number, decimals = 0): string => {
  if (ms < 0) return `-${formatAttemptTime(-ms, decimals)}`
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / secondsPerHour)
  const minutes = Math.floor((seconds % secondsPerHour) / 60)
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  const digits = Math.max(decimals, countTimeDecimals([ms]))
  const fraction = String(ms % 1000)
    .padStart(3, '0')
    .slice(0, digits)
  return `${head}:${two(seconds % 60)}${fraction && `.${fraction}`}`
}
