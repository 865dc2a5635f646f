import { readFileSync } from 'node:fs'
import {
  explainOrderOfTwoGroupSides,
  explainOrderOfTwoTournamentSides,
  type TournamentExplanation,
} from '#contract/event/scoring/match-explanation.ts'
import type { PairedSide, PairingState, TournamentState } from '#contract/event/scoring/match-pairings.ts'
import { listDrawAndMatchProblems } from '#contract/event/scoring/match-problems.ts'
import { rankTournamentSides } from '#contract/event/scoring/match-ranking.ts'
import { parseCommandLineOrExit, print } from '#server/command-line.ts'
import { describeMatchRankingReason } from '#server/platform/http/explanations/match-explanation-texts.ts'
import { CsvFileError, streamDecodedCsvFile } from '#server/platform/lib/csv-text.ts'
import {
  comparePublishedStandings,
  parseMatchRuleSet,
  readMatchTable,
} from '../tests/support/rules/match-tables.ts'
import { TableError } from '../tests/support/rules/published-rankings.ts'

const usage = `Usage: npm run verify:matches -- FILE --rules=RULES.json [--standings=FILE] [--lots=Team,Team]
Computes a tournament from a CSV file of matches: the standings of its groups, the pairings of its knock-outs and its ranking, each with the reason. Every match of a
knock-out has to be the pairing that follows from the matches before it.
  --rules      a rule set with the part 'matches', in JSON as the API takes it
  --standings  a CSV file with the published places: Rank and Team, with Group those of the groups, and Played, Won, Drawn, Lost, For, Against, Points where it has them
  --lots       teams in the order of their lots, where a lot decided; the others have made-up ones
The file has the columns Team1 and Team2 (the teams of an alliance are joined by +), Group for matches of groups, and for each field of the score sheet its key with 1 and 2,
such as Score1 and Score2. Absent has 1 or 2 for a side that did not come. Matches without values were not played yet. A knock-out without groups
needs Seed1 and Seed2, the numbers of the seeds. tests/fixtures/matches has examples.`

const { values, positionals } = parseCommandLineOrExit({
  usage,
  positionals: [1, 1],
  options: { rules: { type: 'string' }, standings: { type: 'string' }, lots: { type: 'string' } },
})

const readText = async (path: string): Promise<string> => {
  let content = ''
  for await (const piece of streamDecodedCsvFile(path)) content += piece
  return content
}

const createNames = ({ input, groups }: TournamentState, groupLabels: readonly string[]) => ({
  nameSide: (side: PairedSide) =>
    side === undefined ? '?' : side === null ? '–' : (input.draw.sides[side]?.join(' + ') ?? '?'),
  nameGroup: (group: number) =>
    groupLabels[group] || (groups.length === 1 ? 'Standing' : `Group ${group + 1}`),
})

const printTournament = (state: TournamentState, groupLabels: readonly string[]): Map<string, number> => {
  const { ruleSet, draw } = state.input
  const { nameSide, nameGroup } = createNames(state, groupLabels)
  const ranking = rankTournamentSides(state)
  const describe = (explanation: TournamentExplanation) =>
    `  ${describeMatchRankingReason(ruleSet, explanation).en.replace(/[\u2066-\u2069]/g, '')}`
  for (const [group, { rows, isComplete }] of state.groups.entries()) {
    print(`\n${nameGroup(group)}${isComplete ? '' : ' (provisional)'}`)
    for (const [at, row] of rows.entries()) {
      const { place, side, played, won, drawn, lost, scored, conceded, points } = row
      const next = rows[at + 1]
      const reason = next ? describe(explainOrderOfTwoGroupSides(state, group, [row, next])) : ''
      print(
        `${place}. ${nameSide(side)}  ${played} ${won}-${drawn}-${lost} ${scored}:${conceded} ${points}${reason}`,
      )
    }
  }
  const describeMatches = ({ matches, sides }: PairingState) =>
    matches
      .filter(({ isNeeded }) => isNeeded)
      .map(({ number, result }) => {
        const decider = result?.decidedBy
        const decided = decider
          ? ` (${decider} ${result.fields.map((fields) => fields[decider] ?? 0).join(':')})`
          : ''
        return `${number}: ${sides.map(nameSide).join(' – ')} ${result ? result.scores.join(':') : ''}${decided}`
      })
  for (const [at, { label }] of ruleSet.matches.knockOuts.entries()) {
    print(`\n${label.en}`)
    const own = state.pairings.filter(({ part }) => part.of === 'knockOut' && part.knockOut === at)
    for (const line of own.flatMap(describeMatches)) print(line)
  }
  print('\nRanking')
  for (const [at, ranked] of ranking.entries()) {
    const next = ranking[at + 1]
    const reason = next ? describe(explainOrderOfTwoTournamentSides(state, ranked, next)) : ''
    print(`${ranked.rank}. ${nameSide(ranked.side)}${ranked.isProvisional ? ' (provisional)' : ''}${reason}`)
  }
  return new Map(ranking.map(({ side, rank }) => [draw.sides[side]?.join('+') ?? '', rank]))
}
const verify = async (): Promise<number> => {
  const { rules, standings, lots } = values
  if (rules === undefined)
    throw new TableError(`The rules are missing; name them with --rules=FILE.\n${usage}`)
  const table = readMatchTable(
    await readText(positionals[0] ?? ''),
    parseMatchRuleSet(readFileSync(rules, 'utf8')),
    lots?.split(',').map((name) => name.trim()),
  )
  const ranks = printTournament(table.state, table.groupLabels)
  const { nameSide, nameGroup } = createNames(table.state, table.groupLabels)
  print('')
  const problems = [
    ...table.problems,
    ...listDrawAndMatchProblems(table.state).map((problem) => {
      const named = Object.entries(problem).map(([key, value]) => {
        if (key === 'group') return nameGroup(Number(value))
        return key === 'side'
          ? nameSide(Number(value))
          : key === 'code'
            ? value
            : `${key} ${JSON.stringify(value)}`
      })
      return named.join(', ')
    }),
  ]
  const different =
    standings === undefined ? [] : comparePublishedStandings(table, await readText(standings), ranks)
  for (const problem of [...problems, ...different]) print(problem)
  const matchCount = table.state.pairings.reduce(
    (sum, { matches }) => sum + matches.filter(({ result }) => result !== undefined).length,
    0,
  )
  print(
    `${matchCount} matches, ${problems.length} problems${standings === undefined ? '' : `, ${different.length} differences from the published table`}.`,
  )
  return problems.length + different.length > 0 ? 1 : 0
}

process.exitCode = await verify().catch((error: unknown) => {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (!(error instanceof TableError || error instanceof CsvFileError || isMissing)) throw error
  print(
    error instanceof CsvFileError
      ? `The file cannot be read: ${error.code}`
      : error instanceof Error
        ? error.message
        : String(error),
  )
  return 1
})
