import type { TFunction } from 'i18next'

const knownStages = ['regional', 'national', 'international'] as const

const findStage = (text: string) => knownStages.find((each) => each === text.trim().toLowerCase())

/** Formats the stage of a team: translates `regional`, `national` and `international`, and returns any other text unchanged. */
export const formatTeamStage = (t: TFunction, stage: string): string => {
  const name = findStage(stage)
  return name ? t(`stages.${name}`) : stage
}

/** Lists the names of the known stages. */
export const listTeamStageNames = (t: TFunction): string[] => knownStages.map((stage) => t(`stages.${stage}`))

/** Returns the stage that a person typed: a known one for its name, and any other text unchanged. */
export const parseTeamStage = (t: TFunction, text: string): string =>
  findStage(text) ?? knownStages.find((stage) => t(`stages.${stage}`).toLowerCase() === text.trim().toLowerCase()) ?? text.trim()
