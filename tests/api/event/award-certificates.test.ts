import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getPath } from '#contract/platform/call-path.ts'
import { judges } from '#server/platform/db/schema/judging.ts'
import { eventTeams } from '#server/platform/db/schema/schedule.ts'
import { scoreEntries } from '#server/platform/db/schema/scores.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'
import { type AwardsApp, type Body, design, startAwardsApp } from '../../support/api/awards.ts'

let t: AwardsApp
beforeAll(async () => {
  t = await startAwardsApp()
})
afterAll(() => t.close())

it('Certificates have the awards of the team, also those of its coach, and judges get certificates without a rank', async () => {
  const { eventId, falcons, judgeId } = await t.createEvent()
  await t.db
    .insert(judges)
    .values({ eventId, name: 'Never came', codeHash: 'revoked', hint: 'CD', revokedAt: new Date() })
  await t.giveAward(eventId, falcons.teamId)
  await t.publish(eventId)
  const { certificates, signer } = await t.listCertificates(eventId)
  expect(signer).toEqual({ name: { en: '', ar: '' }, title: { en: '', ar: '' }, signature: null, seal: null })
  expect(
    certificates.map(({ kind, name, teamName, rank, awards: names }: Body) => [
      kind,
      name,
      teamName,
      rank,
      names,
    ]),
  ).toEqual([
    ['member', 'Member Falcons', 'Falcons', 1, [design]],
    ['coach', 'Huda Falcons', 'Falcons', 1, [design]],
    ['member', 'Member Hawks', 'Hawks', 2, []],
    ['coach', 'Huda Hawks', 'Hawks', 2, []],
    ['judge', 'Layla Al Harbi', '', null, []],
  ])
  const own = (
    await t.send('GET', getPath('GET /api/account/certificates'), await t.tokenOf(falcons.owner.email))
  ).json()
  expect(own.certificates.map(({ kind, name }: Body) => [kind, name])).toEqual([
    ['member', 'Member Falcons'],
    ['coach', 'Huda Falcons'],
  ])
  // the public page has the initial of the last name only, also of coaches and judges
  const verify = async (kind: string) => {
    const { code } = certificates.find((each: Body) => each.kind === kind)
    const reply = await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })
    expect(reply.body).not.toMatch(/Harbi|Huda Falcons|signature/)
    return reply.json().certificate
  }
  expect(await verify('judge')).toMatchObject({ name: 'Layla H.', teamName: '', rank: null, revokedAt: null })
  expect(await verify('coach')).toMatchObject({
    name: 'Huda F.',
    teamName: 'Falcons',
    rank: 1,
    awards: [design],
  })

  // one is revoked and issued again like those of members; the audit log names the judge by its id
  const { code } = certificates.at(-1)
  const certificate = { eventId, code }
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', certificate),
        t.adminToken,
        { reason: 'Twice.' },
      )
    ).statusCode,
  ).toBe(200)
  expect((await t.listCertificates(eventId)).revoked).toMatchObject([
    { code, kind: 'judge', name: 'Layla Al Harbi' },
  ])
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/reissue', certificate),
        t.adminToken,
        {},
      )
    ).statusCode,
  ).toBe(200)
  expect((await t.listCertificates(eventId)).certificates.at(-1)).toMatchObject({
    kind: 'judge',
    name: 'Layla Al Harbi',
    rank: null,
  })
  const { rows } = await t.database.pool.query(
    "select entity, entity_id, label from audit_log where action = 'revoke-certificate' and entity_id = $1",
    [judgeId],
  )
  expect(rows).toEqual([{ entity: 'judge', entity_id: judgeId, label: '' }])
  await t.db.update(judges).set({ name: '' }).where(eq(judges.id, judgeId))
  expect((await t.listCertificates(eventId)).certificates.at(-1)).toMatchObject({ kind: 'judge', name: '' })
})

it('A team with an award and no result gets certificates without a rank, also for an award that is given after the final results', async () => {
  const { eventId, falcons, hawks } = await t.createEvent()
  const { eventId: otherEventId } = await t.createEvent()
  await t.db.delete(scoreEntries).where(eq(scoreEntries.eventId, eventId))
  await t.db
    .insert(eventTeams)
    .values([falcons, hawks].map(({ teamId }) => ({ eventId, teamId, badgeCode: teamId })))
  await t.giveAward(eventId, falcons.teamId)
  await t.publish(eventId)
  const list = async () =>
    (await t.listCertificates(eventId)).certificates.map(
      ({ kind, name, teamName, rank, awards: names }: Body) => [...[kind, name, teamName, rank, names]],
    )
  const judge = ['judge', 'Layla Al Harbi', '', null, []]
  const ofFalcons = [
    ['member', 'Member Falcons', 'Falcons', null, [design]],
    ['coach', 'Huda Falcons', 'Falcons', null, [design]],
  ]
  expect(await list()).toEqual([...ofFalcons, judge])
  const spirit = { en: 'Team spirit', ar: 'روح الفريق' }
  const awardsOfHawks = [
    await t.giveAward(eventId, hawks.teamId, spirit),
    await t.giveAward(eventId, hawks.teamId),
  ] as const
  const ofHawks = [
    ['member', 'Member Hawks', 'Hawks', null, [spirit, design]],
    ['coach', 'Huda Hawks', 'Hawks', null, [spirit, design]],
  ]
  expect((await list()).toSorted()).toEqual([...ofFalcons, ...ofHawks, judge].toSorted())
  expect((await t.listCertificates(otherEventId)).certificates).toEqual([])
  const own = (
    await t.send('GET', getPath('GET /api/account/certificates'), await t.tokenOf(hawks.owner.email))
  ).json()
  expect(own.certificates.map(({ kind }: Body) => kind)).toEqual(['member', 'coach'])

  const { code } = (await t.listCertificates(eventId)).certificates.find(
    ({ name }: Body) => name === 'Member Hawks',
  )
  expect(
    (await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code }) })).json().certificate,
  ).toMatchObject({
    name: 'Member H.',
    awards: [spirit, design],
  })
  const certificate = { eventId, code }
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', certificate),
        t.adminToken,
        { reason: 'Twice.' },
      )
    ).statusCode,
  ).toBe(200)
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/reissue', certificate),
        t.adminToken,
        {},
      )
    ).statusCode,
  ).toBe(200)
  expect(await list()).toHaveLength(5)

  // a team that loses its last award has no certificate, until it gets an award again
  const remove = (id: string) =>
    t.send(
      'DELETE',
      getPath('DELETE /api/admin/events/:eventId/results/awards/:awardId', { eventId, awardId: id }),
      t.adminToken,
    )
  expect((await remove(awardsOfHawks[0])).statusCode).toBe(200)
  expect(await list()).toHaveLength(5)
  expect((await remove(awardsOfHawks[1])).statusCode).toBe(200)
  expect((await list()).toSorted()).toEqual([...ofFalcons, judge].toSorted())
  await t.giveAward(eventId, hawks.teamId)
  expect(await list()).toHaveLength(5)
  await t.takeBack(eventId)
  expect(await list()).toEqual([])
})

it('A team without members and without a result gets the certificate of its award itself, without its name once it is deleted', async () => {
  const { eventId, falcons } = await t.createEvent()
  await t.db.delete(scoreEntries).where(eq(scoreEntries.teamId, falcons.teamId))
  await t.db.delete(teamPeople).where(eq(teamPeople.teamId, falcons.teamId))
  await t.db.insert(eventTeams).values({ eventId, teamId: falcons.teamId, badgeCode: falcons.teamId })
  await t.giveAward(eventId, falcons.teamId)
  await t.publish(eventId)
  const ofTeam = (await t.listCertificates(eventId)).certificates.find(({ kind }: Body) => kind === 'entry')
  expect(ofTeam).toMatchObject({ name: '', teamName: 'Falcons', rank: null, awards: [design] })
  const certificate = { eventId, code: ofTeam.code }
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/revoke', certificate),
        t.adminToken,
        { reason: 'Twice.' },
      )
    ).statusCode,
  ).toBe(200)
  expect(
    await t.database.pool.query(
      'select entity, entity_id from audit_log where action = $1 and entity_id = $2',
      ['revoke-certificate', falcons.teamId],
    ),
  ).toMatchObject({ rows: [{ entity: 'team' }] })
  await t.db.delete(teams).where(eq(teams.id, falcons.teamId))
  expect(
    (
      await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/certificates/:code/reissue', certificate),
        t.adminToken,
        {},
      )
    ).statusCode,
  ).toBe(409)
  expect(
    (await t.app.inject({ url: getPath('GET /api/v1/certificates/:code', { code: ofTeam.code }) })).json()
      .certificate,
  ).toMatchObject({
    name: '',
    teamName: '',
    awards: [],
  })
})

it('The signer of certificates is a setting, with a signature and a seal that are uploaded as the logo is', async () => {
  const { settings } = (await t.send('GET', getPath('GET /api/admin/settings'), t.adminToken)).json()
  const signer = {
    name: { en: 'Dr. Noura Saleh', ar: 'د. نورة صالح' },
    title: { en: 'Director', ar: 'المديرة' },
  }
  const saved = await t.json('PUT', getPath('PUT /api/admin/settings'), t.adminToken, {
    ...settings,
    certificateSigner: signer,
  })
  expect(saved.statusCode, saved.body).toBe(200)
  const { eventId } = await t.createEvent()
  expect((await t.listCertificates(eventId)).signer).toEqual({ ...signer, signature: null, seal: null })
  const refused = await t.json('PUT', getPath('PUT /api/admin/settings'), t.adminToken, {
    ...settings,
    certificateSigner: { ...signer, title: { en: 'x'.repeat(200), ar: '' } },
  })
  expect(refused.json()).toMatchObject({
    code: 'bad-input',
    fields: [{ field: 'certificateSigner.title.en' }],
  })
  await t.resetSettings()
})
