import type { TFunction } from 'i18next'

const numbered = ['r', 'run', 'game', 'open', 'obstacle'] as const
const single = ['documentation', 'innovation', 'solution', 'presentation'] as const

/** What a place of a competition's sheet is called (`obstacle2` is 'Obstacle round 2'); a key of somebody's own is its own name. */
export const formatScoreKey = (t: TFunction, key: string): string => {
  const word = single.find((each) => each === key)
  if (word) return t(`adminTeams.scores.places.${word}`)
  const [, name, number = ''] = /^([a-z]+)(\d+)$/.exec(key) ?? []
  const place = numbered.find((each) => each === name)
  return place ? t(`adminTeams.scores.places.${place}`, { number }) : key || t('adminTeams.scores.other')
}
