import { judgeLimits } from '#contract/event/judging/judge.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { createPanelRuleSet } from '../support/api/panels.ts'
import { createSaudiId } from '../support/data/national-ids.ts'
import { createMatchRuleSet } from '../support/rules/matches.ts'
import { type CallServer, createEvent, createFormOf } from './call-server.ts'

/** The numbers of records of a national season, of which `measureCountry` fills a fraction. */
const countrySize = {
  users: 10_302,
  judges: 2400,
  /** The teams of each competition. Each has a coach and eight members. */
  teams: { final: 400, panel: 300, league: 128, open: 3086 },
  membersPerTeam: 8,
  teamsOfOneCoach: 60,
  entries: 20_000,
  judgesOfOneEvent: 2310,
} as const
type CountryCompetition = keyof typeof countrySize.teams

/** What a country consists of. Ids of events, and the addresses of users who have no password yet. */
export type Country = {
  teamCount: number
  peopleCount: number
  coachEmail: string
  userEmails: string[]
  /** An event in which guests play: results of `countrySize.entries` entries that are final. */
  virtualId: string
  /** A final of 400 teams with rules and a schedule of two rounds at 20 tables. */
  finalId: string
  /** An event in which a panel of five judges presents 300 teams. */
  panelId: string
  /** An event with drawn matches of 128 teams in groups of eight. */
  leagueId: string
  /** An event with 2,310 judges. */
  judgesId: string
}

const toCsvFile = (header: string, lines: readonly string[]) =>
  new File([`${header}\n${lines.join('\n')}\n`], 'country.csv', { type: 'text/csv' })
const listNumbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** Creates a file of teams of a competition. `first` is the number of the first one in the country. */
const createTeamFile = (
  competition: CountryCompetition,
  { first, count, ownTeams }: { first: number; count: number; ownTeams: number },
): File => {
  const memberColumns = ['name', 'national_id', 'dob', 'gender', 'guardian', 'guardian_contact']
  const members = listNumbers(countrySize.membersPerTeam)
  const header = [
    'team_name,school,competition,age_level,coach_name,coach_email,coach_phone',
    ...members.flatMap((member) => memberColumns.map((column) => `member${member}_${column}`)),
  ].join(',')
  const birthDate = `${new Date().getUTCFullYear() - 12}-03-04`
  const lines = listNumbers(count).map((_, at) => {
    const team = first + at
    const coach = at < ownTeams ? 'coach@country.example' : `coach${team}@country.example`
    const people = members.map((member) => {
      const id = createSaudiId(10_000_000 + team * 10 + member)
      return `عبد الرحمن محمد العتيبي,${id},${birthDate},male,محمد عبد الله العتيبي,0501234567`
    })
    return `فريق الواحة ${team},مدرسة الواحة ${team % 300},${competition},junior,عمر أحمد,${coach},966501234567,${people.join(',')}`
  })
  return toCsvFile(header, lines)
}

/**
 * Fills a server without demo content with a fraction of a country through its own imports and calls. `print`
 * gets the seconds of each step.
 */
export const fillCountry = async (
  call: CallServer,
  factor: number,
  print: (text: string) => void,
): Promise<Country> => {
  const scale = (count: number) => Math.ceil(count * factor)
  const runStep = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    print(`– ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return result
  }
  const importFile = (path: string, file: File) =>
    call('POST', path, createFormOf({ preview: 'false', acceptRepeat: 'true', file }))
  const createEventWithTeams = async (
    title: string,
    competition: CountryCompetition,
    ruleSet: object,
  ): Promise<string> => {
    const eventId = await createEvent(call, title)
    await call('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
      ruleSet,
      version: null,
    })
    await call('POST', getPath('POST /api/admin/events/:eventId/teams', { eventId }), {
      competitionId: competitionIds.get(competition),
    })
    return eventId
  }

  const competitionIds = new Map<CountryCompetition, string>()
  for (const competition of Object.keys(countrySize.teams) as CountryCompetition[]) {
    const { competition: record } = await call(
      'POST',
      getPath('POST /api/admin/competitions'),
      createFormOf({
        ...{ 'name.en': competition, 'name.ar': `مسابقة ${competition}`, minMembers: '1', maxCoaches: '1' },
        maxMembers: String(countrySize.membersPerTeam),
      }),
    )
    competitionIds.set(competition, record.id ?? record._id)
  }

  const userEmails = listNumbers(scale(countrySize.users)).map((number) => `user${number}@country.example`)
  await runStep(`import ${userEmails.length} users`, async () => {
    const coach = `Omar,Coach,coach@country.example,966501234567,coach`
    const lines = userEmails.map((email, at) => `Mona,Salem ${at},${email},966501234567,student`)
    for (let from = 0; from < lines.length; from += 4000)
      await importFile(
        getPath('POST /api/admin/users/import'),
        toCsvFile('first_name,last_name,email,phone,role', [
          ...(from === 0 ? [coach] : []),
          ...lines.slice(from, from + 4000),
        ]),
      )
  })

  let teamCount = 0
  for (const competition of competitionIds.keys()) {
    const count = scale(countrySize.teams[competition])
    const ownTeams = competition === 'open' ? scale(countrySize.teamsOfOneCoach) : 0
    const file = createTeamFile(competition, { first: teamCount, count, ownTeams })
    await runStep(`import ${count} teams of ${competition}`, () =>
      importFile(getPath('POST /api/admin/teams/import'), file),
    )
    teamCount += count
  }

  const judges = listNumbers(scale(countrySize.judges)).map(
    (number) => `Judge ${number},judge${number}@country.example,ar`,
  )
  await runStep(`import ${judges.length} judges`, () =>
    importFile(getPath('POST /api/admin/judges/import'), toCsvFile('name,email,languages', judges)),
  )
  const judgesId = await createEvent(call, 'Judges')
  const judgeCount = scale(countrySize.judgesOfOneEvent)
  await runStep(`assign ${judgeCount} judges`, async () => {
    const personIds: string[] = []
    for (let page = 1; personIds.length < judgeCount; page++) {
      const { judges } = await call('GET', `${getPath('GET /api/admin/judges')}?page=${page}&per_page=100`)
      personIds.push(...judges.map(({ id }: { id: string }) => id))
    }
    for (let from = 0; from < judgeCount; from += judgeLimits.judgesPerCall)
      await call('POST', getPath('POST /api/admin/events/:eventId/judges', { eventId: judgesId }), {
        personIds: personIds.slice(from, Math.min(judgeCount, from + judgeLimits.judgesPerCall)),
      })
  })

  const virtualId = await createEvent(call, 'Virtual')
  const entryCount = scale(countrySize.entries)
  await runStep(`import ${entryCount} results twice and make them final`, async () => {
    for (const points of [3, 7])
      await importFile(
        getPath('POST /api/admin/events/:eventId/scores/import', { eventId: virtualId }),
        toCsvFile(
          'name,email,score,time',
          listNumbers(entryCount).map(
            // no two have the same time, so each has a rank of its own
            (number) => `Player ${number},p${number}@country.example,${(number * points) % 101},${number}`,
          ),
        ),
      )
    await call('PUT', getPath('PUT /api/admin/events/:eventId/results/publication', { eventId: virtualId }), {
      status: 'final',
    })
  })

  const finalId = await createEventWithTeams(
    'Final',
    'final',
    buildRuleSetFromTemplate('robo_mission', (code, number) => ({
      en: `${code} ${number ?? ''}`,
      ar: `${code} ${number ?? ''}`,
    })),
  )
  await runStep('generate the schedule of the final', async () => {
    const { slotsHash } = await call(
      'GET',
      getPath('GET /api/admin/events/:eventId/schedule', { eventId: finalId }),
    )
    await call('POST', getPath('POST /api/admin/events/:eventId/schedule/generate', { eventId: finalId }), {
      ...{ rounds: 2, tables: listNumbers(20).map((table) => `T${table}`), runMinutes: 15 },
      ...{ startsAt: '2099-12-01T05:00:00Z', betweenMinutes: 5, teamPauseMinutes: 30, slotsHash },
      acceptOtherDays: true,
    })
  })
  const panelId = await createEventWithTeams('Panel', 'panel', createPanelRuleSet('mean', 5))
  await call('POST', getPath('POST /api/admin/events/:eventId/judges', { eventId: panelId }), {
    names: listNumbers(5).map((number) => `Panel judge ${number}`),
  })

  const sideCount = scale(countrySize.teams.league)
  const leagueId = await createEventWithTeams(
    'League',
    'league',
    createMatchRuleSet({
      groups: { count: Math.ceil(sideCount / 8), legs: 1, draw: 'seed', unevenGroups: 'all' },
    }),
  )
  await runStep('draw the matches of the league', async () => {
    const { teams } = await call(
      'GET',
      getPath('GET /api/admin/events/:eventId/schedule', { eventId: leagueId }),
    )
    await call('POST', getPath('POST /api/admin/events/:eventId/matches/draw', { eventId: leagueId }), {
      sides: teams.map(({ id }: { id: string }) => [id]),
    })
  })
  return {
    teamCount,
    peopleCount: teamCount * (countrySize.membersPerTeam + 1),
    ...{ coachEmail: 'coach@country.example', userEmails },
    ...{ virtualId, finalId, panelId, leagueId, judgesId },
  }
}
