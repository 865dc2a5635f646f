import { setTimeout as wait } from 'node:timers/promises'
import type { EmailClass, PausableEmailClass } from '#contract/platform/email-queue.ts'
import type { Brand } from '#contract/platform/settings.ts'
import { msPerMinute } from '#contract/platform/time.ts'
import type { Core } from '#server/deps.ts'
import type { Log } from '#server/platform/db/log.ts'
import { allTags } from '#server/platform/lib/cache-invalidation.ts'
import { returnRunningJob } from '#server/platform/lib/stored-jobs.ts'
import { type EmailJobData, emailPriorities, emailQueueName } from './email-classes.ts'

export type EmailSettings = Pick<Brand, 'name' | 'accentColor'> & {
  emailsPerMinute: number
  pausedEmailClasses: readonly PausableEmailClass[]
}
export type ReadEmailSettings = () => Promise<EmailSettings>

/** Sends the email of a job. `waitForTurn` resolves when the rate allows it. */
export type EmailHandler = (
  data: EmailJobData,
  job: { id: string; isLastAttempt: boolean },
  context: { settings: EmailSettings; waitForTurn: () => Promise<void> },
) => Promise<void>

/**
 * Creates a function that waits until the rate of this process allows the next email. An urgent email waits only
 * for the urgent email before it; any other email waits for the email before it, urgent or not.
 */
const createPacer = () => {
  const lastSentAt = { urgent: Number.NEGATIVE_INFINITY, any: Number.NEGATIVE_INFINITY }
  return async (isUrgent: boolean, emailsPerMinute: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const last = isUrgent ? lastSentAt.urgent : lastSentAt.any
      const left = last + msPerMinute / emailsPerMinute - performance.now()
      if (left <= 0) break
      await wait(left, undefined, { signal })
    }
    lastSentAt.any = performance.now()
    if (isUrgent) lastSentAt.urgent = lastSentAt.any
  }
}

/** How many emails a minute one worker sends, also when the mail server takes a quarter of a second for each. */
const emailsPerWorker = 240

/** Returns the priorities that are not paused besides those of urgent emails; null when all others are paused. */
const findPriorityRange = (paused: readonly PausableEmailClass[]) => {
  const priorities = (['team', 'many'] as const satisfies EmailClass[])
    .filter((each) => !paused.includes(each))
    .map((each) => emailPriorities[each])
  if (priorities.length === 0) return null
  // jobs of earlier versions may have a lower priority than that of the class `many`
  const hasLowest = priorities.includes(emailPriorities.many)
  return {
    maxPriority: Math.max(...priorities),
    ...(hasLowest ? {} : { minPriority: Math.min(...priorities) }),
  }
}

const isPriorityPaused = (priority: number, { pausedEmailClasses }: EmailSettings): boolean =>
  pausedEmailClasses.some((each) =>
    each === 'many' ? priority <= emailPriorities.many : priority === emailPriorities[each],
  )

/**
 * Creates the workers that send queued emails in this process. Urgent emails have their own workers, so that no
 * other email delays them. The workers apply changed settings when a process announces the change, and check the
 * settings again before each email.
 */
export const createEmailWorkers = (
  {
    jobs,
    database,
    invalidator,
    readSettings,
    log,
  }: Pick<Core, 'jobs' | 'database' | 'invalidator'> & { readSettings: ReadEmailSettings; log: Log },
  handleEmail: EmailHandler,
) => {
  const waitForRate = createPacer()
  let current = ''
  let stopWorkers: (() => Promise<void>)[] = []

  const startWorkers = async ({ emailsPerMinute, pausedEmailClasses }: EmailSettings) => {
    const range = findPriorityRange(pausedEmailClasses)
    const count = Math.ceil(emailsPerMinute / emailsPerWorker)
    const settings = JSON.stringify({ range, count })
    if (settings === current) return
    const former = stopWorkers
    stopWorkers = []
    await Promise.all(former.map((stop) => stop()))
    for (const options of [{ minPriority: emailPriorities.urgent }, ...(range ? [range] : [])])
      stopWorkers.push(await jobs.work<EmailJobData>(emailQueueName, handleJob, { count, ...options }))
    current = settings
  }
  // one after the other, so that the last settings count
  let following = Promise.resolve()
  const followSettings = (read: () => Promise<EmailSettings>) => {
    following = following
      .then(async () => startWorkers(await read()))
      .catch((error: unknown) => log.warn({ err: error }, 'the settings of emails could not be followed'))
    return following
  }
  const handleJob: Parameters<typeof jobs.work<EmailJobData>>[1] = async (
    data,
    { priority, signal, ...job },
  ) => {
    const settings = await readSettings()
    void followSettings(async () => settings)
    // the class can be paused after a worker has fetched the job
    if (isPriorityPaused(priority, settings)) return returnRunningJob(database.db, emailQueueName, job.id)
    const waitForTurn = () =>
      waitForRate(priority >= emailPriorities.urgent, settings.emailsPerMinute, signal)
    await handleEmail(data, job, { settings, waitForTurn })
  }
  const unsubscribe = invalidator.subscribe((tags) => {
    if (tags.includes('settings') || tags.includes(allTags)) void followSettings(readSettings)
  })
  return {
    start: async () => startWorkers(await readSettings()),
    /** Follows the settings no longer. Close the job queue, which ends the workers. */
    close: unsubscribe,
  }
}
