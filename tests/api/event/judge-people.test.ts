import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJudgePersonService } from '#server/event/judge-people/service.ts'
import { createForm } from '../../support/api/events.ts'
import { createSheet, type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at key by key
type Body = any
const path = '/api/admin/judges'

describe('people who judge', () => {
  let t: JudgesApp
  let competitions: Body[]
  beforeAll(async () => {
    t = await startJudgesApp()
    competitions = t.ok(await t.ask('GET', '/api/competitions')).competitions
  })
  afterAll(() => t.close())

  const save = async (fields: Record<string, string>) => {
    const { payload, headers } = await createForm(fields)
    return t.ask(fields.id ? 'PUT' : 'POST', path, { payload, headers })
  }
  const create = async (fields: Record<string, string>): Promise<Body> => t.ok(await save(fields)).judge
  const list = async (query: Record<string, string>): Promise<Body> =>
    t.ok(await t.ask('GET', `${path}?${new URLSearchParams(query)}`))
  const listNames = async (query: Record<string, string>) =>
    (await list(query)).judges.map(({ name }: Body) => name)
  const importFile = async (text: string, fields: Record<string, string> = {}) => {
    const { payload, headers } = await createForm({
      preview: 'false',
      ...fields,
      file: new File([text], 'judges.csv', { type: 'text/csv' }),
    })
    return t.ask('POST', `${path}/import`, { payload, headers })
  }
  const remove = async (id: string) => t.ok(await t.ask('DELETE', `${path}?id=${id}`))
  const readJudgeRow = async (judgeId: string) => {
    const { rows } = await t.ownerPool.query(
      'select name, person_id, revoked_at is not null as revoked from judges where id = $1',
      [judgeId],
    )
    return rows[0]
  }

  it('have a name, languages and competitions, and are found by them', async () => {
    const [first, second] = competitions
    const huda = await create({
      name: ' Huda Nasser ',
      email: 'Huda@School.example',
      languages: 'ar,en',
      competitionIds: first.id,
    })
    expect(huda).toMatchObject({
      ...{ name: 'Huda Nasser', email: 'huda@school.example', languages: ['ar', 'en'] },
      ...{ competitionIds: [first.id], version: 1 },
    })
    await create({ name: 'أحمد علي', languages: 'ar', competitionIds: `${first.id},${second.id}` })
    await create({ name: 'Omar Saleh' })
    expect(await listNames({ s: 'احمد' })).toEqual(['أحمد علي'])
    expect(await listNames({ s: 'huda@school' })).toEqual(['Huda Nasser'])
    expect(await listNames({ language: 'en' })).toEqual(['Huda Nasser'])
    expect(await listNames({ language: 'ar', competition: second.id })).toEqual(['أحمد علي'])
    expect(await listNames({ sort: '-name' })).toEqual(['أحمد علي', 'Omar Saleh', 'Huda Nasser'])
    // an address is that of one person, a name may be that of several
    expect((await save({ name: 'Other', email: 'huda@school.example' })).json().fields).toMatchObject([
      { field: 'email', code: 'taken' },
    ])
    expect((await create({ name: 'Huda Nasser' })).id).not.toBe(huda.id)
    const edited = t.ok(
      await save({ id: huda.id, version: '1', name: 'Huda Nasser', languages: '', email: '' }),
    )
    expect(edited.judge).toMatchObject({ languages: [], email: null, competitionIds: [first.id], version: 2 })
    expect((await save({ id: huda.id, version: '1', name: 'Late' })).json().code).toBe('stale-version')
    for (const bad of [
      { name: '' },
      { name: 'X', languages: 'klingon' },
      { name: 'X', email: 'no address' },
      { name: 'X', competitionIds: randomUUID() },
      { name: 'See https://x.example' },
    ])
      expect((await save(bad as Record<string, string>)).status, JSON.stringify(bad)).toBe(400)
    const log = JSON.stringify(await t.audit())
    expect(log).not.toMatch(/Huda|huda@school/)
  })

  it('are imported from a file all or none, as the export writes it in either language', async () => {
    const [first, second] = competitions
    const good = [
      'Name,Email address,Languages,Competitions',
      `Karim Mansour,karim@judges.example,"Arabic; English","${first.name.en}; ${second.slug}"`,
      'Karim Mansour,,fr,',
    ].join('\n')
    const bad = `${good}\nLina,karim@judges.example,Elvish,Chess\n,x,,\n`
    const { problems } = (await importFile(bad, { preview: 'true' })).json()
    expect(problems.map(({ line, field }: Body) => [line, field])).toEqual([
      [4, 'languages'],
      [4, 'competitions'],
      [4, 'email'],
      [5, 'name'],
      [5, 'email'],
    ])
    expect(problems[0].msg).toContain('Arabic')
    expect(problems[1].msg).toContain(first.name.en)
    expect((await importFile(bad)).status).toBe(422)
    expect((await list({ s: 'Karim' })).totalItems).toBe(0)
    const arabic = `الاسم,البريد الإلكتروني,اللغات,المسابقات\nسلمى,salma@judges.example,العربية؛ الإنجليزية,${first.name.ar}\n`
    expect(t.ok(await importFile(good)).rows).toMatchObject([
      { name: 'Karim Mansour', languages: ['ar', 'en'], competitionIds: [first.id, second.id] },
      { name: 'Karim Mansour', email: null, languages: ['fr'], competitionIds: [] },
    ])
    expect(t.ok(await importFile(arabic)).rows).toMatchObject([
      { email: 'salma@judges.example', languages: ['ar', 'en'], competitionIds: [first.id] },
    ])
    expect((await list({ s: 'Karim Mansour' })).totalItems).toBe(2)
    // the same file again
    expect((await importFile(good)).status).toBe(422)
    const { imports } = t.ok(await t.ask('GET', '/api/admin/imports'))
    const undone = imports.find(({ recordCount }: Body) => recordCount === 2)
    expect(undone.kind).toBe('judges')
    t.ok(await t.ask('POST', `/api/admin/imports/${undone.id}/undo`))
    expect((await list({ s: 'Karim Mansour' })).totalItems).toBe(0)
  })

  it('become judges of an event once each, beside new names', async () => {
    const { _id: eventId } = await t.event({ title_en: 'Assigned' })
    const [sami, rana] = [await create({ name: 'Sami Odeh' }), await create({ name: 'Rana Odeh' })]
    const assign = (payload: object) => t.ask('POST', t.judgesPath(eventId), { payload })
    const { judges } = t.ok(await assign({ personIds: [sami.id, sami.id], names: ['Sami Odeh'] }))
    expect(judges.map(({ judge }: Body) => [judge.name, judge.person?.id ?? null])).toEqual([
      ['Sami Odeh', sami.id],
      ['Sami Odeh', null],
    ])
    expect((await t.signInAsJudge(judges[0].code)).status).toBe(200)
    const again = await assign({ personIds: [rana.id, sami.id] })
    expect(again.json().fields).toMatchObject([{ field: 'personIds', code: 'judges-already' }])
    expect(again.json().fields[0].msg).toContain('Sami Odeh')
    expect((await assign({ personIds: [randomUUID()] })).json().fields).toMatchObject([
      { field: 'personIds', code: 'not-found' },
    ])
    expect((await assign({})).json().fields).toMatchObject([{ field: 'names', code: 'required' }])
    expect(await listNames({ s: 'Odeh', notInEvent: eventId })).toEqual(['Rana Odeh'])
    // an organizer links a judge who was typed, and nobody else does
    const typed = judges[1].judge
    const update = (personId: string | null | undefined, judge = typed) =>
      t.ask('PUT', `${t.judgesPath(eventId)}/${judge.id}`, { payload: { name: judge.name, personId } })
    expect((await update(sami.id)).json().fields).toMatchObject([
      { field: 'personId', code: 'judges-already' },
    ])
    expect(t.ok(await update(rana.id)).judge.person).toEqual({ id: rana.id, name: 'Rana Odeh' })
    expect(t.ok(await update(undefined)).judge.person).toMatchObject({ id: rana.id })
    expect(t.ok(await update(sami.id, judges[0].judge)).judge.person).toMatchObject({ id: sami.id })
    expect(t.ok(await update(null)).judge.person).toBeNull()
    // the same person at the same time
    const replies = await Promise.all([1, 2, 3].map(() => assign({ personIds: [rana.id] })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  it('are deleted and restored, and a permanent deletion erases the names in events, not the ids', async () => {
    const { _id: eventId } = await t.event({ title_en: 'Erased' })
    const team = await addEventTeam(t, eventId, 'Falcons')
    const person = await create({ name: 'Nadia Faris', email: 'nadia@judges.example' })
    const { judge, code } = t.ok(
      await t.ask('POST', t.judgesPath(eventId), { payload: { personIds: [person.id] } }),
    ).judges[0]
    const { token } = t.ok(await t.signInAsJudge(code))
    t.ok(await t.askAsJudge('POST', '/api/v1/judge/sheets', token, createSheet(team.id)))
    await remove(person.id)
    expect((await list({ s: 'Nadia' })).totalItems).toBe(0)
    expect((await t.askAsJudge('GET', '/api/v1/judge/session', token)).status).toBe(200)
    // the address is free for another person, and a restoration is refused then
    const other = await create({ name: 'Other', email: 'nadia@judges.example' })
    const restore = () => t.ask('POST', `${path}/restore`, { payload: { id: person.id } })
    expect((await restore()).json().fields).toMatchObject([{ field: 'email', code: 'taken' }])
    await remove(other.id)
    t.ok(await restore())
    await remove(person.id)
    const purge = () => t.ask('DELETE', `${path}/deleted?id=${person.id}`)
    const refused = await purge()
    expect([refused.status, refused.json().code]).toEqual([409, 'judge-assigned'])
    t.ok(await t.ask('DELETE', `${t.judgesPath(eventId)}/${judge.id}`))
    t.ok(await purge())
    expect(await readJudgeRow(judge.id)).toEqual({ name: '', person_id: null, revoked: true })
    const { rows: sheets } = await t.ownerPool.query(
      'select judge_id from judge_sheets where event_id = $1',
      [eventId],
    )
    expect(sheets).toEqual([{ judge_id: judge.id }])
    const { rows: tables } = await t.ownerPool.query(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { table_name: table } of tables) {
      const { rows } = await t.ownerPool.query(
        `select count(*)::int as count from "${table}" r where r::text ~* 'nadia'`,
      )
      expect([table, rows[0].count]).toEqual([table, table === 'judge_people' ? 1 : 0])
    }
  })

  it('are deleted after two years without use, and for good 30 days later with their names in past events', async () => {
    const { _id: eventId } = await t.event({
      title_en: 'Old',
      startDate: '2020-01-01',
      endDate: '2020-01-02',
    })
    const [unused, recent] = [await create({ name: 'Unused' }), await create({ name: 'Recent' })]
    const { judges } = t.ok(
      await t.ask('POST', t.judgesPath(eventId), { payload: { personIds: [unused.id, recent.id] } }),
    )
    const judgeIds = judges.map(({ judge }: Body) => judge.id)
    await t.ownerPool.query(
      `update judge_people set updated_at = now() - interval '3 years' where id = any($1)`,
      [[unused.id, recent.id]],
    )
    await t.ownerPool.query(`update judges set created_at = now() - interval '3 years' where id = $1`, [
      judgeIds[0],
    ])
    const service = createJudgePersonService(t)
    await service.purge()
    expect(await listNames({ s: 'unused' })).toEqual([])
    expect(await listNames({ s: 'recent' })).toEqual(['Recent'])
    expect(await readJudgeRow(judgeIds[0])).toMatchObject({ name: 'Unused', person_id: unused.id })
    await t.ownerPool.query(`update judge_people set deleted_at = now() - interval '31 days' where id = $1`, [
      unused.id,
    ])
    expect(await service.purge()).toBe(1)
    expect(await readJudgeRow(judgeIds[0])).toEqual({ name: '', person_id: null, revoked: true })
    expect(await readJudgeRow(judgeIds[1])).toMatchObject({ name: 'Recent', revoked: false })
  })
})
