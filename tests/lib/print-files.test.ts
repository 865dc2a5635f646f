import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Certificate } from '#contract/event/certificate.schema.ts'
import { buildRuleSetFromTemplate } from '#contract/event/scoring/rule-set-templates.ts'
import { type Lang, langs } from '#contract/platform/localized.ts'
import type { PrintContent } from '#server/platform/print/build-document.ts'
import { renderPdfToFile } from '#server/platform/print/render-pdf.ts'
import { estimateFittingTextScale } from '#server/platform/print/text-size.ts'
import { readPdf } from '../support/data/read-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'botola-print-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Expects the words of texts; the words of an Arabic line are read from left to right. */
const expectWords = (page: { text: string } | undefined, ...texts: string[]) => {
  for (const text of texts) for (const word of text.split(' ')) expect(page?.text).toContain(word)
}

const never = new AbortController().signal
const render = async (content: PrintContent, lang: Lang) => {
  const { path, pageCount } = await renderPdfToFile(content, lang, { folder, signal: never })
  const pdf = await readPdf(path)
  expect(pdf.pages).toHaveLength(pageCount)
  rmSync(path)
  return pdf
}

const title = { en: 'National Final 2026', ar: 'النهائي الوطني 2026' }
const event = { id: '0199', slug: 'final', title, startDate: '2026-12-05', endDate: '2026-12-06' }
const site = { siteUrl: 'https://botola.test', timeZone: 'Asia/Riyadh' }
const createTeam = (teamNo: number, name: string) => ({
  ...{ id: `team-${teamNo}`, teamNo, name, schoolName: 'مدرسة نجد', badgeCode: `BADGE${teamNo}` },
  ...{ competitionId: 'lines', regionId: null },
})
const competitions = [{ id: 'lines', name: { en: 'Line followers', ar: 'متتبع الخط' } }]

/** Names that would change a document if they were read as markup, and names of both directions. */
const oddNames = [
  '#import "x": *',
  '#panic("x")',
  '$x^2$',
  '*bold* _it_ `raw` = Head',
  '\\ \\u{41} \\',
  '"quoted" (paren',
  ') 7 0 R >> stream',
  '[a] <b> @c ~ -- /* d */ // e',
  'RoboKids جازان',
]

const createCertificate = (name: string, values: Partial<Certificate> = {}): Certificate => ({
  ...{ code: 'ABCDEFGH2345', kind: 'member', name, teamName: 'Falcons', rank: 1, awards: [] },
  ...{ issuedAt: '2026-12-06T15:00:00.000Z', event, issuer: { en: 'Federation', ar: 'الاتحاد' } },
  ...values,
})
const signer = {
  name: { en: 'Huda', ar: 'هدى' },
  title: { en: 'President', ar: 'الرئيسة' },
  signature: null,
  seal: null,
}
const createCertificates = (certificates: readonly Certificate[]): PrintContent & { of: 'certificates' } => ({
  ...site,
  ...{ of: 'certificates', certificates, signer, images: {} },
})

describe('PDF files', () => {
  it.each(langs)('certificates have both languages on a page across (%s)', async (lang) => {
    const pdf = await render(
      createCertificates([
        createCertificate('Sara Al Nasser'),
        createCertificate('', { rank: null, teamName: '' }),
      ]),
      lang,
    )
    expect([pdf.title, pdf.language]).toEqual([{ en: 'Certificates', ar: 'الشهادات' }[lang], lang])
    const [first, second] = pdf.pages
    expect(first?.size).toEqual([297, 210])
    expectWords(first, 'Sara Al Nasser', 'of team Falcons', 'First place', 'المركز', 'ABCD-EFGH-2345')
    expect(first?.text).toContain('botola.test/verify/ABCDEFGH2345')
    expect(first?.roles).toContain('H1')
    expect(first?.alternativeTexts.join()).toContain('ABCD-EFGH-2345')
    expect(second?.text).toContain('Name removed on request')
  })

  it.each(langs)('score sheets have the fields of their round (%s)', async (lang) => {
    const ruleSet = buildRuleSetFromTemplate('robo_mission', (code, number) => ({
      en: `${code} ${number ?? ''}`,
      ar: `${code} ${number ?? ''}`,
    }))
    const run = { slotId: 'a', table: 'A1', startsAt: '2026-12-05T06:00:00Z', number: 1 }
    const pdf = await render(
      {
        of: 'scoreSheets',
        ...site,
        event,
        ruleSet,
        teams: [createTeam(7, 'Falcons'), createTeam(8, 'Hawks')],
        pages: [
          ['team-7', 'team-8'].map((teamId) => ({ round: 1, run: { ...run, teamId } })),
          [{ round: 2, run: null }],
        ],
      },
      lang,
    )
    const [first, blank] = pdf.pages
    expectWords(first, 'Falcons Hawks A1 09:00 structurePartial')
    expect(first?.alternativeTexts).toHaveLength(2)
    expect(first?.roles).toContain('Table')
    expect(blank?.text).toContain({ en: 'Team', ar: 'الفريق' }[lang])
    expect(blank?.text).not.toContain('Falcons')
  })

  it.each(langs)('badges of teams and people are four or ten on a page (%s)', async (lang) => {
    const teams = Array.from({ length: 5 }, (_, index) => createTeam(index + 1, `Team ${index + 1}`))
    const large = await render({ of: 'teamBadges', event, size: 'large', competitions, teams }, lang)
    expect(large.pages.map(({ alternativeTexts }) => alternativeTexts.length)).toEqual([4, 1])
    expect(large.pages[0]?.text).toContain('BADGE4')
    expect(large.pages[0]?.text).toContain(competitions[0]?.name[lang].split(' ')[0])
    const people = Array.from({ length: 11 }, (_, index) => ({
      role: index === 0 ? ('headJudge' as const) : ('member' as const),
      name: `Noor ${index}`,
      team: index === 0 ? null : createTeam(index, 'Falcons'),
    }))
    const small = await render({ of: 'peopleBadges', event, size: 'small', badges: people }, lang)
    expect(small.pages).toHaveLength(2)
    expectWords(small.pages[0], { en: 'Head judge', ar: 'رئيس الحكام' }[lang])
    expect(small.pages[1]?.text).toContain('Noor 10')
  })

  it.each(langs)('a schedule is by table and by team (%s)', async (lang) => {
    const teams = [createTeam(7, 'Falcons')]
    const slot = { startsAt: '2026-12-05T06:00:00Z', round: 1 }
    const schedule = { event, teams, pairings: null, groupCount: 0, timeZone: site.timeZone }
    const { pages } = await render(
      {
        of: 'schedule',
        ...schedule,
        pages: [
          { table: 'A1', days: [{ day: '2026-12-05', slots: [{ ...slot, teamId: 'team-7' }] }] },
          {
            teams: [{ teamId: 'team-7', days: [{ day: '2026-12-05', slots: [{ ...slot, table: 'B2' }] }] }],
          },
        ],
      },
      lang,
    )
    expect(pages).toHaveLength(2)
    for (const page of pages) expectWords(page, 'Falcons 09:00 2026')
    expect(pages[0]?.roles).toContain('TH')
    expect(pages[1]?.text).toContain('B2')
  })

  it('names are texts, never markup', async () => {
    const certificates = await render(
      createCertificates(oddNames.map((name) => createCertificate(name))),
      'en',
    )
    expect(certificates.pages).toHaveLength(oddNames.length)
    // the order of a name of both directions is that of the letters on paper
    for (const [index, name] of oddNames.entries())
      for (const word of name.split(' ')) expect(certificates.pages[index]?.text).toContain(word)
    const teams = oddNames.map((name, index) => createTeam(index, name))
    const badges = await render({ of: 'teamBadges', event, size: 'small', competitions, teams }, 'ar')
    expect(badges.pages[0]?.text).toContain('#panic("x")')
    expect(badges.pages[0]?.alternativeTexts.join()).toContain(') 7 0 R >> stream')
  })

  it('very long, empty and wordless names keep their page', async () => {
    const names = ['', '🤖', 'x'.repeat(120), 'Word '.repeat(24), 'W'.repeat(40), 'كلمة '.repeat(20)]
    const certificates = await render(
      createCertificates(names.map((name) => createCertificate(name, { teamName: name }))),
      'ar',
    )
    expect(certificates.pages).toHaveLength(names.length)
    const teams = names.map((name, index) => createTeam(index, name))
    for (const size of ['large', 'small'] as const)
      expect((await render({ of: 'teamBadges', event, size, competitions, teams }, 'en')).pages).toHaveLength(
        size === 'large' ? 2 : 1,
      )
  })

  it('the parts of a long document are joined in order, with their structure', async () => {
    const slots = [{ startsAt: '2026-12-05T06:00:00Z', round: 1, teamId: 'team-7' }]
    const shares: number[] = []
    const { path, pageCount } = await renderPdfToFile(
      {
        of: 'schedule',
        event,
        teams: [createTeam(7, 'Falcons (U1x0y0)')],
        pairings: null,
        groupCount: 0,
        timeZone: site.timeZone,
        pages: Array.from({ length: 90 }, (_, index) => ({
          table: `T${index}`,
          days: [{ day: '2026-12-05', slots }],
        })),
      },
      'en',
      { folder, signal: never, reportProgress: (share) => shares.push(share) },
    )
    expect(pageCount).toBe(90)
    expect(shares.at(-1)).toBe(1)
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    const { pages } = await readPdf(path)
    expect(pages.map(({ text }) => /T(\d+)/.exec(text)?.[1])).toEqual(pages.map((_, index) => String(index)))
    for (const { roles } of pages) expect(roles.filter((role) => role === 'TH')).toHaveLength(3)
    rmSync(path)
  })

  it('an abort and the time limit end the work, and leave no file', async () => {
    const long = createCertificates(
      Array.from({ length: 200 }, (_, index) => createCertificate(`Player ${index}`)),
    )
    const reason = new Error('cancelled')
    const stop = new AbortController()
    await expect(
      renderPdfToFile(long, 'en', { folder, signal: stop.signal, reportProgress: () => stop.abort(reason) }),
    ).rejects.toBe(reason)
    await expect(renderPdfToFile(long, 'en', { folder, signal: stop.signal })).rejects.toBe(reason)
    await expect(renderPdfToFile(long, 'en', { folder, signal: never, timeLimitMs: 1 })).rejects.toThrow(
      'longer than 1 ms',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('a document that cannot be drawn fails with a reason', async () => {
    const broken = {
      ...createCertificates([createCertificate('Sara')]),
      images: { logo: 'eA==' },
    }
    await expect(renderPdfToFile(broken, 'en', { folder, signal: never })).rejects.toThrow(
      /The PDF file was not written: .*unknown image format/,
    )
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the size of a text', () => {
  it('is smaller where the text has more lines or longer words', () => {
    const box = { width: 10, lines: 2 }
    expect(estimateFittingTextScale('', box)).toBe(1)
    expect(estimateFittingTextScale('Falcons', box)).toBe(1)
    expect(estimateFittingTextScale('x'.repeat(18), box)).toBeLessThan(1)
    expect(estimateFittingTextScale('Falcons of the desert and the mountains', box)).toBeLessThan(1)
    expect(estimateFittingTextScale('word '.repeat(200), box)).toBe(0.3)
  })
})
