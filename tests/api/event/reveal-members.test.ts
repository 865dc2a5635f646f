import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentConsentVersion } from '#contract/people/guardians/guardian-consent.ts'
import { anonymousNames } from '#contract/people/teams/person-name.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { guardianConfirmations } from '#server/platform/db/schema/guardians.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { openEventStream } from '../../support/api/scores-live.ts'
import { startTeamsApp, type TeamsApp } from '../../support/api/teams.ts'

let t: TeamsApp
let base: string
beforeAll(async () => {
  t = await startTeamsApp()
  base = await t.listen()
})
afterAll(() => t.close())

type Shown = { name: string; photo: string | null }[]
const year = new Date().getUTCFullYear()
const [minor, adult] = [`${year - 12}-02-03`, `${year - 20}-02-03`]
const guardian = {
  guardian: 'Huda',
  contact: '+966501234567',
  at: '2026-01-01T00:00:00Z',
  textVersion: currentConsentVersion,
}

/** Creates an event with four teams. Their members differ in age, answer of the guardian and photo. */
const createEvent = async () => {
  const texts = { titleEn: 'Final', titleAr: 'النهائي', descriptionEn: 'A', descriptionAr: 'ب' }
  const [event] = await t.db
    .insert(events)
    .values({ slug: `members-${crypto.randomUUID()}`, ...texts })
    .returning()
  const eventId = event?.id as string
  const teamIds: string[] = []
  for (const name of ['First', 'Second', 'Third', 'Fourth']) {
    const [team] = await t.db
      .insert(teams)
      .values({
        competitionId: t.robo.id,
        teamNo: Math.floor(Math.random() * 1e8),
        name,
        schoolName: 'Najd School',
      })
      .returning()
    const teamId = team?.id as string
    await t.db.insert(scoreEntries).values({
      ...{
        eventId,
        participantKey: `team:${teamId}`,
        teamId,
        teamName: name,
        totalScore: 100 - teamIds.length,
      },
    })
    teamIds.push(teamId)
  }
  const add = async (at: number, name: string, values: object, state?: 'confirmed' | 'refused') => {
    const row = {
      teamId: teamIds[at] as string,
      competitionId: t.robo.id,
      kind: 'member' as const,
      name,
      position: position++,
      ...values,
    }
    const [person] = await t.db.insert(teamPeople).values(row).returning()
    const personId = person?.id as string
    if (state)
      await t.db
        .insert(guardianConfirmations)
        .values({ personId, state, method: 'paper', textVersion: currentConsentVersion })
    return personId
  }
  let position = 0
  const picture = 'photo.webp'
  const [shown, hidden] = [
    { picture, consent: { ...guardian, publish: true } },
    { picture, consent: { ...guardian, publish: false } },
  ]
  const child = await add(0, 'ليان العتيبي', { birthDate: minor, ...shown }, 'confirmed')
  await add(0, 'Omar Saleh', { birthDate: minor, ...hidden }, 'confirmed')
  await add(1, 'Not asked', { birthDate: minor, ...shown })
  await add(0, 'Not allowed', { birthDate: minor, ...shown }, 'refused')
  await add(1, 'Adult Student', { birthDate: adult, picture })
  await add(1, anonymousNames.person, { birthDate: null })
  await add(2, 'Removed Member', { birthDate: adult, deletedAt: new Date() })
  await add(2, 'Coach Name', { kind: 'coach', birthDate: adult })
  await add(3, 'Adult Fourth', { birthDate: adult })
  return { eventId, teamId: teamIds[0] as string, child }
}

it('a reveal shows the members of the first three ranks whose guardians confirmed or who are of age, and photos that may be shown', async () => {
  const { eventId, teamId, child } = await createEvent()
  await t.json('PUT', getPath('PUT /api/admin/events/:eventId/results/freeze', { eventId }), t.adminToken, {
    at: null,
  })
  const path = getPath('POST /api/admin/events/:eventId/results/reveal', { eventId })
  const { reveal } = (await t.json('POST', path, t.adminToken, { isRehearsal: false, rankCount: 4 })).json()
  const display = await openEventStream(
    `${base}${getPath('GET /api/v1/events/scores/:eventId/reveal', { eventId })}`,
  )
  await display.next()
  const membersByName: Record<string, Shown> = {}
  for (let openedCount = 1; openedCount <= 4; openedCount++) {
    const reply = await t.json('PATCH', path, t.adminToken, { id: reveal.id, openedCount })
    expect(reply.statusCode, reply.body).toBe(200)
    const { step, rows } = (await display.next()).data.reveal
    membersByName[step.name] = step.members
    // the podium shows the same ones
    const row = rows.find(({ entryId }: { entryId: string }) => entryId === step.entryId)
    expect(row.members).toEqual(step.members)
  }
  expect(membersByName).toEqual({
    Fourth: [],
    Third: [],
    Second: [{ name: 'Adult Student', photo: null }],
    First: [
      {
        name: 'ليان ع.',
        photo: expect.stringMatching(/^\/api\/teams\/pictures\/photo\.webp\?until=\d+&signature=\w/),
      },
      { name: 'Omar S.', photo: null },
    ],
  })
  // with the consent, the child disappears from displays that are open
  const removed = await t.send(
    'DELETE',
    getPath('DELETE /api/admin/teams/:teamId/members/:personId/guardian-confirmation', {
      teamId,
      personId: child,
    }),
    t.adminToken,
  )
  expect(removed.statusCode, removed.body).toBe(200)
  const { step } = (await display.next()).data.reveal
  expect(step.members.map(({ name }: Shown[number]) => name)).toEqual(['Omar S.'])
  display.close()
})
