import { expect, test } from 'vitest'
import type { RevealStep } from '#contract/event/results/results.schema.ts'
import { display as ar } from '#i18n/ar/display.ts'
import { display as en } from '#i18n/en/display.ts'
import { listRevealStepSentences } from '#web/shared/event/ranking/explain-reveal-step.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const step: RevealStep = {
  ...{
    entryId: '1',
    name: 'Falcons',
    playerName: '',
    teamNo: '',
    schoolName: '',
    members: [],
    rank: 2,
    frozenRank: 3,
  },
  totals: { totalScore: 87, totalTimeMs: 101_200 },
  frozenTotals: { totalScore: 80, totalTimeMs: 101_200 },
  next: null,
  reason: {
    en: 'Obstacle round is faster: 41.2 s against 43.0 s',
    ar: 'زمن أقصر في «جولة العوائق»: 41.2 ث مقابل 43.0 ث',
  },
}
const explain = (changes: Partial<RevealStep>, language: 'en' | 'ar') =>
  listRevealStepSentences(
    { ...step, ...changes },
    createTextsFromCatalogue(language, { display: { en, ar }[language] }, '').t,
    language,
  ).map((line) => line.replace(/[\u2066\u2069]/g, ''))

test('a step with a rule set has the changes since the freeze and the reason of the rank, in both languages', () => {
  expect(explain({}, 'en')).toEqual([
    'Up from rank 3',
    'Score: 80 → 87',
    'Obstacle round is faster: 41.2 s against 43.0 s',
  ])
  expect(explain({}, 'ar')).toEqual([
    ar.reveal.up.replace('{{from}}', '3'),
    'النقاط: 80 ← 87',
    'زمن أقصر في «جولة العوائق»: 41.2 ث مقابل 43.0 ث',
  ])
})

test('a fall is not told, neither of the rank nor of the totals', () => {
  const worse = { frozenRank: 1, frozenTotals: { totalScore: 90, totalTimeMs: 90_000 }, reason: null }
  expect(explain(worse, 'en')).toEqual([])
  expect(explain({ ...worse, frozenRank: 2 }, 'ar')).toEqual([])
  const slower = { totalScore: 87, totalTimeMs: 90_000 }
  expect(explain({ frozenRank: 2, frozenTotals: slower, reason: null }, 'en')).toEqual([])
  const faster = { totalScore: 87, totalTimeMs: 120_000 }
  expect(explain({ frozenRank: 2, frozenTotals: faster, reason: null }, 'en')).toEqual([
    'Time: 2:00 → 1:41.2',
  ])
})

test('a step without a rule set compares the totals with those of the next entry', () => {
  const next = { totalScore: 87, totalTimeMs: 110_000 }
  expect(explain({ frozenRank: null, frozenTotals: null, next, reason: null }, 'en')).toEqual([
    'New in the ranking',
    'Same total (87), but faster than the next: 1:41.2 against 1:50',
  ])
})
