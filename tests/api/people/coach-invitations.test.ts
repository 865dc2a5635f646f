import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { createCoach, createMember, startTeamsAppWithMails } from '../../support/api/teams.ts'

let t: Awaited<ReturnType<typeof startTeamsAppWithMails>>
beforeAll(async () => {
  t = await startTeamsAppWithMails({ maxCoaches: 3, maxTeams: 100, paymentDays: 7 })
})
afterAll(() => t.close())

type Account = { id: string; email: string; token: string }
const createAccount = async (more: Parameters<typeof t.person>[0] = {}): Promise<Account> => {
  const { id, email } = await t.person({ role: 'coach', emailConfirmedAt: new Date(), ...more })
  return { id, email, token: await t.tokenOf(email) }
}
/** Registers a team as an administrator, with these addresses of its coaches. */
const registerAsOffice = async (...emails: string[]) => {
  const reply = await t.send('POST', getPath('POST /api/admin/teams'), t.adminToken, {
    name: `Hawks ${emails[0]}`,
    competion: t.robo.id,
  })
  const id = reply.json().team._id as string
  const coachIds: string[] = []
  for (const email of emails) {
    const added = await t.send(
      'POST',
      getPath('POST /api/admin/teams/:teamId/coaches', { teamId: id }),
      t.adminToken,
      createCoach({ email }),
    )
    expect(added.statusCode, added.body).toBe(200)
    coachIds.push(added.json().person.id)
  }
  for (let count = 0; count < 2; count++)
    await t.send(
      'POST',
      getPath('POST /api/admin/teams/:teamId/members', { teamId: id }),
      t.adminToken,
      createMember(),
    )
  return { id, coachIds }
}
const pathOf = (teamId: string) => getPath('GET /api/admin/teams/:teamId/coach-invitation', { teamId })
const invite = (teamId: string, coachId: string | undefined, token = t.adminToken) =>
  t.json('PUT', pathOf(teamId), token, { coachId })
const readInvitation = async (teamId: string) =>
  (await t.send('GET', pathOf(teamId), t.adminToken)).json().invitation
const accept = (teamId: string, token: string) =>
  t.send('POST', getPath('POST /api/teams/:teamId/owner', { teamId }), token)
const readTeam = async (teamId: string, token: string) =>
  (await t.send('GET', `${getPath('GET /api/teams')}?id=${teamId}`, token)).json().team
const listActions = async (teamId: string) => {
  const query = `select action, before, after from audit_log where entity_id = $1 order by at, id`
  return (await t.database.pool.query<{ action: string; before: unknown; after: unknown }>(query, [teamId]))
    .rows
}

it('an invited coach gets an email with the page of the team, takes the team over, and owns it', async () => {
  const coach = await createAccount()
  const { id, coachIds } = await registerAsOffice(coach.email)
  expect(await readTeam(id, coach.token)).toMatchObject({ role: 'coach', isInvitedToOwn: false })
  expect((await accept(id, coach.token)).json().code).toBe('conflict')

  expect((await invite(id, coachIds[0])).json()).toMatchObject({
    success: true,
    invitation: { coachId: coachIds[0] },
  })
  const mail = await t.mails.next(coach.email)
  expect(mail.text).toContain(`/account/teams/${id}`)
  expect(await readTeam(id, coach.token)).toMatchObject({ role: 'coach', isInvitedToOwn: true })

  const taken = (await accept(id, coach.token)).json()
  expect(taken).toMatchObject({
    success: true,
    team: { id, role: 'owner', isInvitedToOwn: false, user: { id: coach.id } },
  })
  // the days for the payment begin with the new owner
  expect(Date.parse(taken.team.payBy) - Date.now()).toBeGreaterThan(0)
  expect(await readInvitation(id)).toBeNull()
  expect((await accept(id, coach.token)).json().code).toBe('conflict')
  const actions = await listActions(id)
  expect(actions.map(({ action }) => action)).toEqual(['create', 'invite-coach', 'take-over-team'])
  expect(JSON.stringify(actions)).not.toContain(coach.email)
})

it('only the account with the confirmed address of the invited coach can accept', async () => {
  const [invited, other, stranger] = [await createAccount(), await createAccount(), await createAccount()]
  const unconfirmed = await createAccount({ emailConfirmedAt: null })
  const { id, coachIds } = await registerAsOffice(invited.email, other.email, unconfirmed.email)
  await invite(id, coachIds[0])
  expect((await accept(id, stranger.token)).statusCode).toBe(404)
  expect((await accept(id, '')).statusCode).toBe(401)
  expect((await accept(id, other.token)).json().code).toBe('conflict')
  expect((await readTeam(id, other.token)).isInvitedToOwn).toBe(false)
  // a new invitation replaces the former one
  await invite(id, coachIds[2])
  expect(await readInvitation(id)).toMatchObject({ coachId: coachIds[2] })
  expect((await accept(id, unconfirmed.token)).statusCode).toBe(404)
  expect((await accept(id, invited.token)).json().code).toBe('conflict')
})

it('an invitation ends when it is withdrawn, and with its coach', async () => {
  const coach = await createAccount()
  const { id, coachIds } = await registerAsOffice(coach.email)
  await invite(id, coachIds[0])
  for (let count = 0; count < 2; count++)
    expect((await t.send('DELETE', pathOf(id), t.adminToken)).statusCode).toBe(200)
  expect((await accept(id, coach.token)).json().code).toBe('conflict')
  await invite(id, coachIds[0])
  expect(
    (
      await t.send(
        'DELETE',
        getPath('DELETE /api/admin/teams/:teamId/coaches/:personId', {
          teamId: id,
          personId: coachIds[0] as string,
        }),
        t.adminToken,
      )
    ).statusCode,
  ).toBe(200)
  expect(await readInvitation(id)).toBeNull()
  expect((await accept(id, coach.token)).statusCode).toBe(404)
})

it('a change of the coach by the office keeps the invitation, which then is for the new address', async () => {
  const [former, next] = [await createAccount(), await createAccount()]
  const { id, coachIds } = await registerAsOffice(former.email)
  await invite(id, coachIds[0])
  const path = getPath('PUT /api/admin/teams/:teamId/coaches/:personId', {
    teamId: id,
    personId: coachIds[0] as string,
  })
  expect(
    (await t.send('PUT', path, t.adminToken, createCoach({ email: next.email, version: 1 }))).statusCode,
  ).toBe(200)
  expect((await accept(id, former.token)).statusCode).toBe(404)
  expect((await accept(id, next.token)).json().team.role).toBe('owner')
})

it('a person who is no coach of the team, or has no address, cannot be invited', async () => {
  const { id, coachIds } = await registerAsOffice('one@school.test')
  const { coachIds: others } = await registerAsOffice('two@school.test')
  const problem = async (coachId: string | undefined) => {
    const { code, fields } = (await invite(id, coachId)).json()
    return [code, fields?.[0]?.field]
  }
  expect(await problem(others[0])).toEqual(['bad-input', 'coachId'])
  expect(await problem(undefined)).toEqual(['bad-input', 'coachId'])
  await t.database.pool.query(`update team_people set email = '' where id = $1`, [coachIds[0]])
  expect(await problem(coachIds[0])).toEqual(['bad-input', 'coachId'])
  expect((await invite('0190a000-0000-7000-8000-000000000000', others[0])).statusCode).toBe(404)
})

it('all coaches of the teams that match are invited at once, and none twice', async () => {
  const slug = `fleet ${Date.now()}`
  const emails = [1, 2, 3].map((at) => `${slug.replace(' ', '-')}-${at}@school.test`)
  for (const email of emails) await registerAsOffice(email)
  const owner = await createAccount()
  expect(
    (
      await t.send(
        'POST',
        getPath('POST /api/teams'),
        owner.token,
        t.team({ name: `Hawks ${emails[0]} owned` }),
      )
    ).statusCode,
  ).toBe(200)
  const search = encodeURIComponent(slug.replace(' ', '-'))
  const inviteAll = async () =>
    (
      await t.json(
        'POST',
        `${getPath('POST /api/admin/teams/coach-invitations')}?s=${search}`,
        t.adminToken,
        {},
      )
    ).json().count
  expect(await inviteAll()).toBe(3)
  expect(await inviteAll()).toBe(0)
  for (const email of emails) expect((await t.mails.next(email)).text).toContain('/account/teams/')
})

it('only users with the permission for registrations invite', async () => {
  const { id, coachIds } = await registerAsOffice('three@school.test')
  const finance = await t.person({ role: 'admin', permissions: ['finance'] })
  const token = String((await t.signIn(finance.email, undefined, { type: 4 })).headers.authorization)
  expect((await invite(id, coachIds[0], token)).json().code).toBe('no-permission')
  expect((await invite(id, coachIds[0], t.token)).statusCode).toBe(403)
  expect(
    (await t.json('POST', getPath('POST /api/admin/teams/coach-invitations'), token, {})).json().code,
  ).toBe('no-permission')
})
