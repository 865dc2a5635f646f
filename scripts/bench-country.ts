import type { Browser } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { mb, ms, round, row, seconds, type TableRow } from '../tests/load/benchmark-table.ts'
import { createCaller } from '../tests/load/call-server.ts'
import { type Country, fillCountry } from '../tests/load/country.ts'
import {
  measurePasswordEmailsBehindAnnouncements,
  requestPasswordToken,
} from '../tests/load/country-emails.ts'
import { measurePrintFile, type PrintFileFigures } from '../tests/load/country-prints.ts'
import { readResidentMemory } from '../tests/load/memory.ts'
import { createSignedInContext, measurePageCost, type PageCost } from '../tests/load/page-cost.ts'
import { admin, withServer } from '../tests/load/start-built-server.ts'
import { startMailServer } from '../tests/support/services/mail-server.ts'

/** How many emails to many people wait before new passwords are requested. */
const waitingEmails = 30_000
const passwordEmails = 5
const coachPassword = 'a password for the bench only'

/** The pages that are measured, each with its name in the table. */
const listPages = ({ virtualId, finalId, panelId, leagueId, judgesId }: Country) =>
  [
    ['dashboard', '/admin/dashboard'],
    ['events', '/admin/events'],
    ['teams', '/admin/teams'],
    ['users', '/admin/users'],
    ['judges of the organizer', '/admin/judges'],
    ['audit log', '/admin/audit'],
    ['imports', '/admin/imports'],
    ['new announcement', '/admin/announcements/new'],
    ['details of an event with 20,000 entries', `/admin/events/${virtualId}/edit`],
    ['its scores', `/admin/events/${virtualId}/scores`],
    ['its certificates', `/admin/events/${virtualId}/certificates`],
    ['overview of an event with 2,310 judges', `/admin/events/${judgesId}`],
    ['its judges', `/admin/events/${judgesId}/judges`],
    ['overview of a final of 400 teams', `/admin/events/${finalId}`],
    ['its teams', `/admin/events/${finalId}/teams`],
    ['its schedule of 800 runs', `/admin/events/${finalId}/schedule`],
    ['its printed schedule', `/admin/events/${finalId}/schedule/print`],
    ['its score sheets', `/admin/events/${finalId}/rules/sheets`],
    ['its badges', `/admin/events/${finalId}/badges`],
    ['its small badges', `/admin/events/${finalId}/badges?size=small`],
    ['panel of five judges for 300 teams', `/admin/events/${panelId}/judges`],
    ['matches of 128 teams', `/admin/events/${leagueId}/matches`],
    ['account of a coach of 60 teams', '/account'],
    ['public page of a competition with 3,086 teams', '/competitions/open/'],
  ] as const

type CountryFigures = {
  pages: { name: string; cost: PageCost }[]
  memory: number
  prints: { name: string; figures: PrintFileFigures }[]
  emails: { waiting: number; times: number[] }
  country: Country
  fillSeconds: number
}

/** Fills a server with a fraction of a country and measures its pages and its emails. */
const measureCountryOfSize = async (
  browser: Browser,
  factor: number,
  print: (text: string) => void,
): Promise<CountryFigures> => {
  const mails = await startMailServer()
  const env = { ...admin, DEMO: 'off', SMTP_URL: mails.url, MAIL_FROM: 'botola@country.example' }
  const figures = await withServer(env, async ({ address, pid, signIn }) => {
    const token = await signIn()
    const call = createCaller(address, token)
    const startedAt = performance.now()
    const country = await fillCountry(call, factor, print)
    const fillSeconds = (performance.now() - startedAt) / 1000
    const reset = await requestPasswordToken(call, mails, country.coachEmail)
    await call(
      'POST',
      getPath('POST /api/password/reset'),
      { token: reset.token, password: coachPassword, confirm: coachPassword },
      '',
    )
    const signedIn = await fetch(`${address}${getPath('POST /api/adduser')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ national_id: country.coachEmail, loginType: 'email', password: coachPassword, type: 0 },
      }),
    })
    const coachToken = signedIn.headers.get('authorization')
    if (!coachToken) throw new Error(`the coach cannot sign in: ${await signedIn.text()}`)
    const openAdminWindow = () => createSignedInContext(browser, call, { token, role: 'admin' })
    const openCoachWindow = () => createSignedInContext(browser, call, { token: coachToken, role: 'coach' })
    const pages: CountryFigures['pages'] = []
    for (const [name, path] of listPages(country)) {
      const openWindow = path.startsWith('/admin') ? openAdminWindow : openCoachWindow
      const cost = await measurePageCost(openWindow, `${address}${path}`)
      print(`– ${name}: ${formatCost(cost)}`)
      pages.push({ name, cost })
    }
    const prints: CountryFigures['prints'] = []
    for (const [name, eventId, selection] of [
      ['certificates', country.virtualId, { document: 'certificates', rankTo: 500 }],
      ['score sheets of a round', country.finalId, { document: 'scoreSheets', round: 1 }],
      ['badges of teams', country.finalId, { document: 'badges' }],
      ['schedule', country.finalId, { document: 'schedule', by: 'team' }],
    ] as const) {
      const figures = await measurePrintFile(call, pid, eventId, selection)
      print(`– PDF file of ${name}: ${formatPrint(figures)}`)
      prints.push({ name, figures })
    }
    const emails = await measurePasswordEmailsBehindAnnouncements(call, mails, {
      count: waitingEmails * factor,
      emails: country.userEmails.slice(0, passwordEmails),
    })
    return { pages, prints, memory: readResidentMemory(pid), emails, country, fillSeconds }
  })
  await mails.close()
  return figures
}

const formatCost = ({ json, wire, nodes, longestTask, ready, slowestReply }: PageCost) =>
  `${round(json, 0)} kB (${round(wire, 0)} kB), ${nodes}, ${ms(longestTask)}, ${ms(slowestReply)}, ${seconds(ready)}`

const formatPrint = ({ pages, milliseconds, childMemory, serverGrowth, slowestCall }: PrintFileFigures) =>
  `${pages} pages, ${seconds(milliseconds)}, ${mb(childMemory)}, ${mb(serverGrowth)}, ${ms(slowestCall)}`

/** Measures an installation of the size of a country, and one of a quarter of it. */
export const measureCountry = async (
  browser: Browser,
  print: (text: string) => void,
): Promise<TableRow[]> => {
  print('a quarter of a country')
  const quarter = await measureCountryOfSize(browser, 0.25, print)
  print('a country')
  const full = await measureCountryOfSize(browser, 1, print)
  const { country, emails } = full
  return [
    row(
      `a country of ${country.teamCount} teams, ${country.peopleCount} people, ${country.userEmails.length} users, filled through its imports: time, memory of the server; a quarter of it`,
      `${round(full.fillSeconds, 0)} s, ${mb(full.memory)}; ${round(quarter.fillSeconds, 0)} s, ${mb(quarter.memory)}`,
    ),
    row(
      'pages, medians of three: JSON (on the wire), nodes, longest task, slowest reply, ready; the same of a quarter',
      '',
      '300 kB, 10,000 nodes, 200 ms',
    ),
    ...full.pages.map(({ name, cost }, at) =>
      row(`– ${name}`, `${formatCost(cost)}; ${formatCost((quarter.pages[at] as { cost: PageCost }).cost)}`),
    ),
    row(
      'PDF files: pages, time, most memory of the child process, growth of the server, slowest other call; the same of a quarter',
      '',
      '300 MB, 150 MB, 200 ms',
    ),
    ...full.prints.map(({ name, figures }, at) =>
      row(
        `– ${name}`,
        `${formatPrint(figures)}; ${formatPrint((quarter.prints[at] as { figures: PrintFileFigures }).figures)}`,
      ),
    ),
    row(
      `an email for a new password behind ${emails.waiting} others: median, slowest of ${passwordEmails}; behind ${quarter.emails.waiting}`,
      [emails, quarter.emails]
        .map(
          ({ times }) => `${seconds(times[times.length >> 1] as number)}, ${seconds(times.at(-1) as number)}`,
        )
        .join('; '),
      '10 s',
    ),
  ]
}
