/** When each running stopwatch of a sheet was started, by field: milliseconds of the clock of the device. */
export type StopwatchStarts = Readonly<Record<string, number>>

/**
 * Reads the clock of the device, which can jump, and that of the page, which can stop while the device
 * sleeps. Both in milliseconds.
 */
const readClocks = () => ({ device: Date.now(), page: performance.now() })

/**
 * Returns a function that reads the milliseconds since a stopwatch was started, by the clock that counted
 * more. They are never negative and never decrease.
 */
export const createStopwatchReader = (
  startedAt: number,
  read: typeof readClocks = readClocks,
): (() => number) => {
  const opened = read()
  const before = Math.max(0, opened.device - startedAt)
  let latest = before
  return () => {
    const now = read()
    latest = Math.max(latest, now.device - startedAt, before + now.page - opened.page)
    return latest
  }
}
