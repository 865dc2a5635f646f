import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { en } from '#i18n/en.ts'
import { createTextsFromCatalogue, TextsProvider } from '#web/shared/texts.ts'
import type { ScoreboardRow } from '#web/site/event/scoreboard/initial-scoreboard.ts'
import { RankingTableWithSelfLoadingAttempts, unknownState } from '#web/site/event/scoreboard/score-table.tsx'

const rows = ['a', 'b'].map((id) => ({
  ...{ id, rank: 1, playerName: id, teamName: '', teamNo: '', schoolName: '', totalScore: 5, totalTimeMs: 0 },
  missionType: 0,
})) as unknown as ScoreboardRow[]
/** Renders the table of some rows of a ranking. */
const render = (shown: ScoreboardRow[], first: ScoreboardRow[]): string => {
  const table = (
    <RankingTableWithSelfLoadingAttempts
      {...{ slug: 'final', caption: '', busy: false, rules: null, state: unknownState }}
      {...{ rows: shown, first, times: { decimals: 0, isShown: false } }}
    />
  )
  return renderToStaticMarkup(
    <TextsProvider value={createTextsFromCatalogue('en', en, 'Botola')}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: table }])} />
    </TextsProvider>,
  )
}

it('a ranking has no medal of a shared first rank, also where a search shows one of its entries', () => {
  const { gold } = en.scores.medal
  expect(render(rows, rows)).not.toContain(`>${gold}<`)
  expect(render(rows.slice(0, 1), rows)).not.toContain(`>${gold}<`)
  expect(render(rows.slice(0, 1), rows.slice(0, 1))).toContain(`>${gold}<`)
})
