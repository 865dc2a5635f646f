import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PrintSelection, printSelection } from '#contract/event/print.schema.ts'
import { getPath } from '#contract/platform/call-path.ts'
import { langs } from '#contract/platform/localized.ts'
import { writePrintPdfToTemporaryFile } from '#server/event/print-documents/service.ts'
import type { AppError } from '#server/platform/lib/app-error.ts'
import { startAwardsApp } from '../../support/api/awards.ts'
import { cubesRuleSet } from '../../support/api/judges.ts'
import { readPdf } from '../../support/data/read-pdf.ts'

describe('print files of an event', () => {
  let t: Awaited<ReturnType<typeof startAwardsApp>>
  beforeAll(async () => {
    t = await startAwardsApp()
  })
  afterAll(() => t.close())

  const actor = { userId: null, name: 'Test' }
  const write = (eventId: string, selection: object, lang: 'en' | 'ar' = 'en') =>
    writePrintPdfToTemporaryFile(
      t,
      { eventId, selection: printSelection.parse(selection) as PrintSelection, lang, actor },
      { signal: new AbortController().signal, reportProgress: () => {} },
    )
  const print = async (...parameters: Parameters<typeof write>) => {
    const { path, pageCount } = await write(...parameters)
    expect(dirname(path)).toContain(t.config.DATA_DIR)
    const pdf = await readPdf(path)
    expect(pdf.pages).toHaveLength(pageCount)
    rmSync(path)
    return pdf.pages.map(({ text }) => text)
  }
  const getErrorCode = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: AppError) => error.code,
    )
  /** Creates an event with rules and a run of each of its teams. */
  const createEventWithSchedule = async () => {
    const created = await t.createEvent()
    const { eventId, falcons, hawks } = created
    await t.database.pool.query('update events set start_date = null, end_date = null where id = $1', [
      eventId,
    ])
    const put = await t.json(
      'PUT',
      getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }),
      t.adminToken,
      { ruleSet: cubesRuleSet, version: null },
    )
    expect(put.statusCode, put.body).toBe(200)
    for (const [index, { teamId }] of [falcons, hawks].entries()) {
      await t.database.pool.query(
        'insert into event_teams (event_id, team_id, badge_code) values ($1, $2, $3)',
        [...[eventId, teamId], `${falcons.teamNo}BADGE${index}`],
      )
      const slot = { round: 1, table: 'A1', startsAt: `2026-12-05T0${6 + index}:00:00Z`, durationMinutes: 5 }
      const reply = await t.json(
        'POST',
        getPath('POST /api/admin/events/:eventId/schedule/slots', { eventId }),
        t.adminToken,
        { ...slot, teamId, acceptOtherDays: true },
      )
      expect(reply.statusCode, reply.body).toBe(200)
    }
    return created
  }

  it.each(langs)('has the certificates of the selection (%s)', async (lang) => {
    const { eventId, falcons } = await t.createEvent()
    expect(await getErrorCode(write(eventId, { document: 'certificates' }))).toBe('print-empty')
    await t.publish(eventId)
    const all = await print(eventId, { document: 'certificates' }, lang)
    expect(all).toHaveLength(5)
    expect(all.join()).toContain('Layla Al Harbi')
    const ofTeam = await print(
      eventId,
      { document: 'certificates', teamId: falcons.teamId, holders: 'participants' },
      lang,
    )
    expect(ofTeam).toHaveLength(1)
    expect(ofTeam[0]).toContain('Member Falcons')
  })

  it.each(langs)('has score sheets, badges and the schedule of the selection (%s)', async (lang) => {
    const { eventId, falcons } = await createEventWithSchedule()
    const sheets = await print(eventId, { document: 'scoreSheets' }, lang)
    expect(sheets.join()).toContain('Hawks')
    const [sheet, ...others] = await print(eventId, { document: 'scoreSheets', teamId: falcons.teamId }, lang)
    expect(others).toEqual([])
    expect(sheet).toContain('Falcons')
    expect(sheet).not.toContain('Hawks')
    expect((await print(eventId, { document: 'badges' }, lang))[0]).toContain('Najd School')
    const people = await print(
      eventId,
      { document: 'badges', size: 'small', roles: ['member', 'coach'] },
      lang,
    )
    expect(people[0]).toContain('Huda Falcons')
    const volunteers = await print(
      eventId,
      { document: 'badges', roles: ['volunteer'], volunteers: ['Noor Saleh'] },
      lang,
    )
    expect(volunteers[0]).toContain('Noor Saleh')
    for (const by of ['table', 'team'])
      expect((await print(eventId, { document: 'schedule', by }, lang))[0]).toContain('Hawks')
  })

  it('says why there is no file', async () => {
    const { eventId } = await t.createEvent()
    const unknown = '01990000-0000-7000-8000-000000000000'
    for (const document of ['certificates', 'scoreSheets', 'badges', 'schedule']) {
      expect(await getErrorCode(write(unknown, { document }))).toBe('not-found')
      expect(await getErrorCode(write(eventId, { document }))).toBe('print-empty')
    }
    const volunteers = Array.from({ length: 2001 }, (_, index) => `Person ${index}`)
    const tooMany = {
      document: 'badges' as const,
      size: 'large' as const,
      roles: ['volunteer' as const],
      volunteers,
    }
    expect(
      await getErrorCode(
        writePrintPdfToTemporaryFile(
          t,
          { eventId, selection: tooMany, lang: 'en', actor },
          { signal: new AbortController().signal, reportProgress: () => {} },
        ),
      ),
    ).toBe('print-too-long')
  })
})
