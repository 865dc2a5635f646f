import type { TFunction } from 'i18next'

const known = ['regional', 'national', 'international'] as const

/** A team's stage in words: those that everybody knows in the language of the page, others as an administrator typed them. Empty stays empty. */
export const formatStage = (t: TFunction, stage: string): string => {
  const name = known.find((each) => each === stage.trim().toLowerCase())
  return name ? t(`stages.${name}`) : stage
}
