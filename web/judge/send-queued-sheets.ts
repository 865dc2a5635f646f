import type { RecordedAttempt } from '#contract/judge.ts'
import type { JudgeEventData } from '#contract/judge-sheet.schema.ts'
import type { RuleSet } from '#contract/rule-set.schema.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { createJudgeApi } from '#web/shared/api/judge.ts'
import { judgeStore, type QueueEntry, type QueueProblem } from './judge-store.ts'

/** How a run of the queue ended: all entries were tried, the server could not be reached, or the session is no longer valid. */
type QueueRun = 'finished' | 'offline' | 'signed-out'

const endedCodes = new Set(['no-token', 'bad-token', 'judge-revoked'])
/** Errors after which the same entry is tried again later. */
const isTemporary = ({ status, code }: ApiError) => code === 'offline' || status === 429 || status >= 500

const toProblem = ({ code, message, details }: ApiError): QueueProblem => ({
  code,
  message,
  attempts: details.attempts as RecordedAttempt[] | undefined,
  ruleSet: details.ruleSet as RuleSet | null | undefined,
  ruleVersion: details.ruleVersion as number | null | undefined,
  isReceived: details.isReceived === true,
})

const isSameRound = (a: QueueEntry, b: QueueEntry) => a.sheet.teamId === b.sheet.teamId && a.sheet.round === b.sheet.round
const toExpected = (attempts: readonly RecordedAttempt[]) => attempts.map(({ id, version }) => ({ id, version }))

/** Replaces the attempts of a team in a round in the stored data of the event. */
const updateStoredAttempts = async ({ sheet }: QueueEntry, attempts: readonly RecordedAttempt[]): Promise<void> => {
  const data = await judgeStore.readData()
  if (!data) return
  const others = data.attempts.filter(({ teamId, round }) => teamId !== sheet.teamId || round !== sheet.round)
  await judgeStore.writeData({ ...data, attempts: [...others, ...attempts] } satisfies JudgeEventData)
}

/** Sends one entry and stores the result. Later entries of this device for the same round expect the attempt that it made. */
const sendEntry = async (token: string, entry: QueueEntry): Promise<void> => {
  const { sheet, attempts } = await createJudgeApi(token).sendSheet(entry.sheet)
  const { problem: _, ...rest } = entry
  await judgeStore.putEntry({ ...rest, state: 'sent', sentAt: sheet.receivedAt })
  await updateStoredAttempts(entry, attempts)
  for (const later of await judgeStore.listQueue())
    if (later.state === 'waiting' && later.id !== entry.id && isSameRound(later, entry))
      await judgeStore.putEntry({ ...later, sheet: { ...later.sheet, expected: toExpected(attempts) } })
}

const run = async (): Promise<QueueRun> => {
  for (;;) {
    const session = await judgeStore.readSession()
    const data = await judgeStore.readData()
    if (!session || session.isEnded || !data) return 'signed-out'
    const entries = (await judgeStore.listQueue()).filter(({ eventId }) => eventId === data.session.event.id)
    // an entry waits while an earlier one for the same round is stopped
    const next = entries.find(
      (entry, index) =>
        entry.state === 'waiting' && !entries.slice(0, index).some((earlier) => earlier.state === 'stopped' && isSameRound(earlier, entry)),
    )
    if (!next) return 'finished'
    try {
      await sendEntry(session.token, next)
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) return 'offline'
      if (endedCodes.has(error.code)) {
        await judgeStore.writeSession({ ...session, isEnded: true })
        return 'signed-out'
      }
      await judgeStore.putEntry({ ...next, state: 'stopped', problem: toProblem(error) })
    }
  }
}

/** Sends the waiting entries of the queue in order, in one tab at a time. An entry that is sent again after a lost reply changes nothing, because it keeps its id. */
export const sendQueuedSheets = (): Promise<QueueRun> => navigator.locks.request('botola-judge-queue', run)
