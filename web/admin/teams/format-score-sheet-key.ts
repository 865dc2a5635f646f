import type { TFunction } from 'i18next'

const numbered = ['r', 'run', 'game', 'open', 'obstacle'] as const
const single = ['documentation', 'innovation', 'solution', 'presentation'] as const

/** Formats the key of a score of the score sheet for people (`obstacle2` is 'Obstacle round 2'). Returns a custom key unchanged. */
export const formatScoreSheetKey = (t: TFunction, key: string): string => {
  const word = single.find((each) => each === key)
  if (word) return t(`adminTeams.scores.places.${word}`)
  const [, name, number = ''] = /^([a-z]+)(\d+)$/.exec(key) ?? []
  const place = numbered.find((each) => each === name)
  return place ? t(`adminTeams.scores.places.${place}`, { number }) : key || t('adminTeams.scores.other')
}
