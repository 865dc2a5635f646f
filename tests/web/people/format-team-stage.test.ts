import { expect, test } from 'vitest'
import { ar } from '#i18n/ar.ts'
import { en } from '#i18n/en.ts'
import {
  formatTeamStage,
  listTeamStageNames,
  parseTeamStageOrKeepText,
} from '#web/shared/people/teams/format-team-stage.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

test.each(['en', 'ar'] as const)(
  'the names of the known stages are read as their codes, and any other text stays (%s)',
  (language) => {
    const { t } = createTextsFromCatalogue(language, { en, ar }[language], 'Botola')
    const names = listTeamStageNames(t)
    expect(names.map((name) => parseTeamStageOrKeepText(` ${name}`))).toEqual([
      'regional',
      'national',
      'international',
    ])
    expect(names.map((name) => formatTeamStage(t, parseTeamStageOrKeepText(name)))).toEqual(names)
    expect(parseTeamStageOrKeepText('National')).toBe('national')
    expect(parseTeamStageOrKeepText(' Gulf round ')).toBe('Gulf round')
    // stored texts are shown in the language of the page, however they were written
    const spellings = ['REGIONAL', 'اقليميه', ' Nationals', 'الوطنية', 'دولي']
    expect(spellings.map((stage) => formatTeamStage(t, stage))).toEqual(
      [0, 0, 1, 1, 2].map((at) => names[at]),
    )
    expect(formatTeamStage(t, 'final')).toBe('final')
  },
)
