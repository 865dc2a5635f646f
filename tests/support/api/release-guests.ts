import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fixtureSecretKey, guestFixture, releaseFixtureFolder } from '../data/release-fixtures.ts'
import { createDataFolder } from '../services/data-folder.ts'
import { createReleaseDatabase, startReleaseUpgrade } from '../services/release-database.ts'
import { startScoresApp } from './scores.ts'

/**
 * What version 1.0.0 said about the events of `guestFixture`: its replies to visitors and to the coach of the
 * team Herons, by path (a number is the status of an error); the head of each score log, by the slug of the
 * event; and the simulator keys, by the code of the event.
 */
type GuestRecord = {
  replies: Record<string, object | number>
  coachReplies: Record<string, object>
  logs: Record<string, { eventId: string; head: { sequence: number; hash: string }; rowCount: number }>
  simulatorKeys: Record<string, string>
}

/**
 * The real app on the upgraded database of `guestFixture`, with an administrator signed in, and what version
 * 1.0.0 said about its events. `tests/faults/upgrade-guests.test.ts` describes them.
 */
export const startGuestApp = async () => {
  const recorded: GuestRecord = JSON.parse(
    brotliDecompressSync(readFileSync(resolve(releaseFixtureFolder, `${guestFixture}.json.br`))).toString(),
  )
  const folder = createDataFolder()
  const testDatabase = await createReleaseDatabase(`${guestFixture}.backup`, folder.path)
  const { code, errors } = await startReleaseUpgrade(testDatabase, folder.path).ended
  folder.remove()
  if (code !== 0) throw new Error(`The upgrade ended with ${code}: ${errors}`)
  const running = await startScoresApp({ SECRET_KEY: fixtureSecretKey }, { testDatabase })
  return {
    ...running,
    recorded,
    /** Returns the id of an event by its slug. */
    getEventId: (slug: string): string => {
      const { eventId } = recorded.logs[slug] ?? {}
      if (eventId === undefined) throw new Error(`No event ${slug}`)
      return eventId
    },
  }
}
export type GuestApp = Awaited<ReturnType<typeof startGuestApp>>
