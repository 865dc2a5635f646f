import { readFileSync } from 'node:fs'
import { parseMatchRuleSet, readMatchTable } from './match-tables.ts'

const readFixture = (name: string) => readFileSync(`tests/fixtures/matches/${name}`, 'utf8')

/** The rules of the FIFA World Cup 2018. */
export const worldCupRuleSet = parseMatchRuleSet(readFixture('worldcup-2018.rules.json'))

// yellow cards of the group matches (FIFA, regulations 32.5g: one point each), which are not in the file:
// https://en.wikipedia.org/wiki/2018_FIFA_World_Cup_Group_H
const cards = new Map([
  ['Japan', 4],
  ['Senegal', 6],
])

/** Reads the FIFA World Cup 2018 with the fair-play points that decided group H. */
export const readWorldCup = () => {
  const [header = '', ...lines] = readFixture('worldcup-2018-matches.csv').trim().split(/\r?\n/)
  const seen = new Set<string>()
  const withCards = lines.map((line) => {
    const [, , , ...teams] = line.split(',')
    const values = teams.slice(0, 2).map((team) => {
      const value = seen.has(team) ? undefined : cards.get(team)
      seen.add(team)
      return value ?? ''
    })
    return `${line},${values.join(',')}`
  })
  return readMatchTable([`${header},FairPlay1,FairPlay2`, ...withCards].join('\n'), worldCupRuleSet)
}
