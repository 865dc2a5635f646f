import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createCaller, createEvent } from './call-server.ts'
import { signInAsAdmin } from './exports.ts'

/**
 * Milliseconds from the moment at which a judge's tablet sends a sheet until the overview in a browser shows
 * it.
 */
export type OverviewFigures = { sheets: number; slots: number; median: number; slowest: number }

/** Milliseconds between two sheets. */
const pauseMs = 700

/**
 * Sends `sheets` sheets of a judge of an event with a schedule, and measures when the overview of the event
 * in a browser shows each.
 */
export const measureOverview = async (
  browser: Browser,
  address: string,
  { email, password, sheets, rounds }: { email: string; password: string; sheets: number; rounds: number },
): Promise<OverviewFigures> => {
  const token = await signInAsAdmin(address, email, password)
  const ask = createCaller(address, token)
  const eventId = await createEvent(ask, 'Measured')
  const { competitions } = await ask('GET', '/api/competitions')
  for (const { id } of competitions)
    await ask('POST', `/api/admin/events/${eventId}/teams`, { competitionId: id }).catch(() => undefined)
  const { teams } = await ask('GET', `/api/admin/events/${eventId}/schedule`)
  const start = Date.now()
  for (const [index, { id: teamId }] of teams.entries())
    for (let round = 1; round <= rounds; round++) {
      const minutes = (round - 1) * 120 + Math.floor(index / 4) * 6
      const startsAt = new Date(start + minutes * 60_000).toISOString()
      await ask('POST', `/api/admin/events/${eventId}/schedule/slots`, {
        teamId,
        round,
        table: `A${(index % 4) + 1}`,
        startsAt,
      })
    }
  const { judges } = await ask('POST', getPath('POST /api/admin/events/:eventId/judges', { eventId }), {
    names: ['Huda Nasser'],
  })
  const judgeToken = `Bearer ${(await ask('POST', getPath('POST /api/v1/judge/session'), { code: judges[0].code }, '')).token}`

  const context = await browser.newContext()
  const user = (await ask('POST', getPath('POST /api/getuser'), {})).user
  await context.addInitScript(
    ({ token, user }) => {
      localStorage.setItem('access_token', token)
      localStorage.setItem('steb_token', token)
      localStorage.setItem('user_data', user)
    },
    {
      token,
      user: JSON.stringify({ id: user._id, name: 'Admin', firstName: 'Admin', role: 'admin', lang: 'en' }),
    },
  )
  const page = await context.newPage()
  await page.goto(`${address}/admin/events/${eventId}`)
  const slots = teams.length * rounds
  const waitForCount = (played: number) =>
    page.getByText(`${played} of ${slots}`, { exact: true }).first().waitFor()
  await waitForCount(0)
  // the stream is open after its first reading
  await wait(2000)
  const times: number[] = []
  for (let number = 1; number <= sheets; number++) {
    await wait(pauseMs)
    const team = teams[(number - 1) % teams.length]
    const now = new Date().toISOString()
    const sheet = {
      id: randomUUID(),
      teamId: team.id,
      round: 1 + Math.floor((number - 1) / teams.length),
      score: 40,
      timeMs: 30_000,
      judgedAt: now,
    }
    const sentAt = performance.now()
    await ask('POST', getPath('POST /api/v1/judge/sheets'), sheet, judgeToken)
    await waitForCount(number)
    times.push(performance.now() - sentAt)
  }
  await context.close()
  const sorted = times.toSorted((a, b) => a - b)
  return {
    sheets,
    slots,
    median: sorted[Math.floor(sorted.length / 2)] as number,
    slowest: sorted.at(-1) as number,
  }
}
