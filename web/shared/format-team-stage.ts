import type { TFunction } from 'i18next'

const knownStages = ['regional', 'national', 'international'] as const

/** Translates a knownStages stage of a team; other stages remain as an administrator typed them. */
export const formatTeamStage = (t: TFunction, stage: string): string => {
  const name = knownStages.find((each) => each === stage.trim().toLowerCase())
  return name ? t(`stages.${name}`) : stage
}
