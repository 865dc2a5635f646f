import type { QueueEntry } from './judge-store.ts'

/** Returns sheets as the JSON that the back office takes in, in a file. */
export const serializeQueueEntries = (entries: readonly QueueEntry[]): string =>
  JSON.stringify({ sheets: entries.map(({ sheet, judgeId }) => ({ ...sheet, judgeId })) })
