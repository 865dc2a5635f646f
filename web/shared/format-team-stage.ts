import type { TFunction } from 'i18next'

const knownStages = ['regional', 'national', 'international'] as const

/** Formats the stage of a team: translates `regional`, `national` and `international`, and returns any other text unchanged. */
export const formatTeamStage = (t: TFunction, stage: string): string => {
  const name = knownStages.find((each) => each === stage.trim().toLowerCase())
  return name ? t(`stages.${name}`) : stage
}
