import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CandidateTeam,
  createNamedTeamOrProblemFinder,
  normalizeGuestNumberOrName,
  normalizeNameForParticipantKey,
} from '#contract/event/scores/participants.ts'
import { normalizeAndClassifyTeamNumber } from '#contract/people/teams/team-number.ts'

const zeros = ['0', '٠', '۰', '०', '０', '𝟎']
const toScript = (number: string, zero: string) =>
  Array.from(number, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit))).join('')
const invisible = fc.constantFrom('', '\u200f', '\u200b', '\u202a', '\ufeff', '\u2060', '\u00ad')

describe('the normal form of a team number', () => {
  it('is the same for all spellings of a number', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(...zeros),
        fc.nat(3),
        fc.constantFrom('', '#', '# ', '＃'),
        invisible,
        invisible,
        (number, zero, padding, sign, before, within) => {
          const digits = toScript('0'.repeat(padding) + number, zero)
          const typed = `${before} ${sign}${digits.slice(0, 2)}${within}${digits.slice(2)}\u00a0${before}`
          expect(normalizeAndClassifyTeamNumber(typed)).toEqual({ kind: 'number', value: String(number) })
        },
      ),
    )
  })

  it('of a normal form is that form, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const form = normalizeAndClassifyTeamNumber(text)
        if (form?.kind === 'number') expect(normalizeAndClassifyTeamNumber(form.value)).toEqual(form)
        const identity = normalizeGuestNumberOrName(text)
        if (!identity.startsWith('#')) expect(normalizeGuestNumberOrName(identity)).toBe(identity)
      }),
    )
  })

  it('is a problem where a spreadsheet has changed a number, and a text where it has letters', () => {
    for (const text of ['7.0', '7,0', '٧٫٠', '7.', '1,234', '1.5', '1E+05', '1e5', '+7.0', '-3.0'])
      expect(normalizeAndClassifyTeamNumber(text)?.kind, text).toBe('bad')
    for (const text of ['A 007', '12B', 'VEX-7', '##7', '7-1', '7/2', '٧ب'])
      expect(normalizeAndClassifyTeamNumber(text)?.kind, text).toBe('text')
    for (const text of ['', ' ', '#', '\u200f', '# \u200e'])
      expect(normalizeAndClassifyTeamNumber(text)).toBeUndefined()
    expect(normalizeAndClassifyTeamNumber('12\u00a05')?.kind).toBe('text')
    expect(normalizeAndClassifyTeamNumber('#\u3164 0\ufe0f7')).toEqual({ kind: 'number', value: '7' })
    expect(normalizeGuestNumberOrName('A\u00a0007')).toBe(normalizeGuestNumberOrName('a 007'))
    expect(normalizeGuestNumberOrName('A007')).not.toBe(normalizeGuestNumberOrName('A 007'))
    expect(normalizeAndClassifyTeamNumber('000')).toEqual({ kind: 'number', value: '0' })
    expect(normalizeAndClassifyTeamNumber('99999999999999999999')?.value).toBe('99999999999999999999')
  })
})

const competitions = ['robo', 'starter', 'engineers'].map((slug) => ({ slug, en: slug, ar: `م ${slug}` }))
const toTeam = (id: number, teamNo: number, name: string, competition = 0): CandidateTeam => ({
  ...{ id: String(id), teamNo, name },
  competition: competitions[competition] as CandidateTeam['competition'],
})

describe('the team of a line', () => {
  const alpha = toTeam(1, 79, 'Alpha')
  const beta = toTeam(2, 80, 'Beta')
  const falcons = toTeam(3, 12, 'Falcons')
  const hawks = toTeam(4, 12, 'Hawks', 1)
  const arabic = toTeam(5, 5, 'أبطال الرياض', 2)
  const find = createNamedTeamOrProblemFinder([alpha, beta, falcons, hawks, arabic])
  const summarize = (finding: ReturnType<typeof find>) =>
    finding.kind === 'team'
      ? finding.team.name
      : finding.kind === 'problem'
        ? `${finding.problem.field} ${finding.problem.code}`
        : finding.kind

  it('is the one with the number, the name, or both', () => {
    for (const [named, expected] of [
      [{ teamNo: '79' }, 'Alpha'],
      [{ teamNo: '٠٧٩' }, 'Alpha'],
      [{ teamNo: '#79', teamName: 'ALPHA' }, 'Alpha'],
      [{ teamName: ' beta ' }, 'Beta'],
      [{ teamName: 'ابطال الرياض' }, 'أبطال الرياض'],
      [{ teamNo: '12', teamName: 'hawks' }, 'Hawks'],
      [{ teamNo: '12', competition: 'Robo' }, 'Falcons'],
      [{ teamNo: '12', competition: 'م starter' }, 'Hawks'],
      [{}, 'unnamed'],
      [{ competition: 'robo' }, 'unnamed'],
    ] as const)
      expect(summarize(find(named)), JSON.stringify(named)).toBe(expected)
  })

  it('is a problem where none or several fit, or the line contradicts itself', () => {
    for (const [named, expected] of [
      [{ teamNo: '99' }, 'teamNo no-such-team'],
      [{ teamNo: 'A 079' }, 'teamNo no-such-team'],
      [{ teamName: 'Gamma' }, 'teamName no-such-team'],
      [{ teamNo: '12' }, 'teamNo several-teams'],
      [{ teamNo: '12', teamName: 'Unknown' }, 'teamNo several-teams'],
      [{ teamNo: '12', competition: 'engineers' }, 'competition no-such-team'],
      [{ teamNo: '79', teamName: 'Beta' }, 'teamName other-team'],
      [{ teamNo: '12', competition: 'robo', teamName: 'Hawks' }, 'teamName other-team'],
      [{ teamNo: '99', teamName: 'Beta' }, 'teamNo other-number'],
      [{ teamNo: '79.0', teamName: 'Alpha' }, 'teamNo bad-team-number'],
    ] as const)
      expect(summarize(find(named)), JSON.stringify(named)).toBe(expected)
  })

  it('is found although its stored name has invisible characters', () => {
    const marked = toTeam(6, 81, 'Ga\u00ad\u2060mma\u3164 One ', 0)
    const competition = { ...marked.competition, en: 'Robo \u2060' }
    const findMarked = createNamedTeamOrProblemFinder([alpha, { ...marked, competition }])
    expect(summarize(findMarked({ teamName: 'Gamma One' }))).toBe(marked.name)
    expect(findMarked({ teamNo: '81', teamName: 'gamma one', competition: 'ro\u00adbo' })).toMatchObject({
      ...{ kind: 'team', hasOtherName: false },
    })
  })

  it('may have another name than the line, which is said', () => {
    expect(find({ teamNo: '79', teamName: 'Alfa' })).toMatchObject({ team: alpha, hasOtherName: true })
    expect(find({ teamNo: '79', teamName: 'alpha' })).toMatchObject({ team: alpha, hasOtherName: false })
  })

  it('is the one that plays the matches where the others with its number do not', () => {
    const findDrawn = createNamedTeamOrProblemFinder([falcons, { ...hawks, isDrawn: true }])
    expect(findDrawn({ teamNo: '12' })).toMatchObject({ kind: 'team', team: { id: hawks.id } })
    expect(summarize(findDrawn({ teamNo: '12', teamName: 'Falcons' }))).toBe('Falcons')
  })

  it('never contradicts what the line says, for any teams', () => {
    const team = fc.record({
      teamNo: fc.integer({ min: 1, max: 4 }),
      name: fc.constantFrom('A', 'B', 'C'),
      at: fc.nat(2),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(team, { selector: ({ teamNo, at }) => `${teamNo} ${at}`, maxLength: 8 }),
        fc.option(fc.constantFrom('1', '02', '٣', '9')),
        fc.option(fc.constantFrom('a', 'B', 'D')),
        fc.option(fc.constantFrom('robo', 'starter', 'other')),
        (list, teamNo, teamName, competition) => {
          const teams = list.map(({ teamNo: number, name, at }, id) => toTeam(id, number, name, at))
          const given = {
            ...(teamNo ? { teamNo } : {}),
            ...(teamName ? { teamName } : {}),
            ...(competition ? { competition } : {}),
          }
          const number = teamNo && normalizeAndClassifyTeamNumber(teamNo)?.value
          const fitsNumber = (each: CandidateTeam) => !number || String(each.teamNo) === number
          const fitsName = (each: CandidateTeam) =>
            !teamName ||
            normalizeNameForParticipantKey(each.name) === normalizeNameForParticipantKey(teamName)
          const fitsCompetition = (each: CandidateTeam) =>
            !competition || each.competition.slug === competition
          const exact = teams.filter((each) => fitsNumber(each) && fitsName(each) && fitsCompetition(each))
          const finding = createNamedTeamOrProblemFinder(teams)(given)
          if (!teamNo && !teamName) expect(finding.kind).toBe('unnamed')
          // the one team that fits everything is found
          else if (exact.length === 1) expect(finding).toMatchObject({ kind: 'team', team: exact[0] })
          else if (exact.length > 1)
            expect(finding).toMatchObject({ kind: 'problem', problem: { code: 'several-teams' } })
          else if (finding.kind === 'team') {
            // only the name may differ, and then it is the name of no team
            expect(fitsNumber(finding.team) && fitsCompetition(finding.team)).toBe(true)
            expect(teamNo).toBeTruthy()
            expect(teams.some(fitsName)).toBe(false)
          }
        },
      ),
    )
  })
})
