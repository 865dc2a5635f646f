const two = (value: number) => String(value).padStart(2, '0')

/** How many decimals the times of a column need, so that all have the same and their points stand below each other. */
export const countTimeDecimals = (times: readonly number[]): number =>
  times.reduce((most, ms) => Math.max(most, ms % 10 ? 3 : ms % 100 ? 2 : ms % 1000 ? 1 : 0), 0)

/** A time in milliseconds as `1:02:03.5`, `2:03.5` or `0:03.5`; with as many decimals as it needs, or at least `decimals`. */
export const formatTime = (ms: number, decimals = 0): string => {
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  const digits = Math.max(decimals, countTimeDecimals([ms]))
  const fraction = String(ms % 1000)
    .padStart(3, '0')
    .slice(0, digits)
  return `${head}:${two(seconds % 60)}${fraction && `.${fraction}`}`
}
