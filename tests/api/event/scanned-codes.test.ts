import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashJudgeCode } from '#server/platform/lib/judge-codes.ts'
import { type JudgesApp, startJudgesApp } from '../../support/api/judges.ts'
import { addEventTeam } from '../../support/api/judging.ts'
import { typeOnArabicKeyboard } from '../../support/data/arabic-keyboard.ts'

const scanned = JSON.parse(readFileSync('tests/fixtures/cases/05-badge-code-arabic-keyboard.json', 'utf8'))
/** What a scanner types while the keyboard is Arabic, with capital letters and without. */
const scan = (code: string) => [true, false].map((hasShift) => typeOnArabicKeyboard(code, { hasShift }))

let t: JudgesApp
beforeAll(async () => {
  t = await startJudgesApp()
})
afterAll(() => t.close())

it('a scanner checks a team in through an Arabic keyboard', async () => {
  const event = await t.event({ title_en: 'Scanner' })
  const team = await addEventTeam(t, event._id, 'Falcons')
  const other = await addEventTeam(t, event._id, 'Hawks')
  const setCode = (id: string, code: string) =>
    t.ownerPool.query('update event_teams set badge_code = $1 where team_id = $2', [code, id])
  const checkIn = (badgeCode: string) =>
    t.ask('POST', `/api/admin/events/${event._id}/check-in`, { payload: { badgeCode } })
  await setCode(team.id, scanned.badgeCode)
  for (const typed of [scanned.typedByScannerWithShift, scanned.typedByScannerWithoutShift])
    expect(t.ok(await checkIn(typed)).team.id).toBe(team.id)

  // the same letters are two codes, of which one is that of a team
  await setCode(team.id, 'BGH12345')
  expect(t.ok(await checkIn('لالا12345')).team.id).toBe(team.id)
  await setCode(team.id, 'GHB12345')
  expect(t.ok(await checkIn('لالا12345')).team.id).toBe(team.id)
  await setCode(other.id, 'BGH12345')
  expect((await checkIn('لالا12345')).status).toBe(404)
})

it('a judge signs in through an Arabic keyboard, and a wrong code with two readings counts once', async () => {
  const event = await t.event({ title_en: 'Judge with a scanner' })
  const { judge } = await t.createJudge(event._id)
  const code = 'BGH7K2M9QXAV'
  await t.ownerPool.query('update judges set code_hash = $1 where id = $2', [hashJudgeCode(code), judge.id])
  for (const typed of [...scan(code), ...scan(`https://botola.example/judge/?lang=ar#code=${code}`)])
    expect(t.ok(await t.signInAsJudge(typed)).session.judge.id).toBe(judge.id)

  const countAttempts = async () =>
    Number((await t.ownerPool.query('select sum(count) from rate_limits')).rows[0].sum)
  const before = await countAttempts()
  expect((await t.signInAsJudge(`لالا${'1'.repeat(9)}`)).status).toBe(401)
  expect((await countAttempts()) - before).toBe(1)
})

it('a certificate is found through an Arabic keyboard, by its code and by its address', async () => {
  const event = await t.event({ title_en: 'Certificates with a scanner' })
  const { judge } = await t.createJudge(event._id)
  const code = 'DPDBWDN1VSM8'
  await t.ownerPool.query(
    `insert into certificates (code, event_id, kind, judge_id, issued_at) values ($1, $2, 'judge', $3, now())`,
    [code, event._id, judge.id],
  )
  for (const typed of scan(code))
    expect(
      t.ok(await t.ask('GET', `/api/v1/certificates/${encodeURIComponent(typed)}`, { visitor: true }))
        .certificate,
    ).toMatchObject({ code })
})
