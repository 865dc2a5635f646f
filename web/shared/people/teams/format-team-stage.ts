import type { TFunction } from 'i18next'
import { parseTeamStageText, teamStages } from '#contract/people/teams/team.ts'

/**
 * Formats the stage of a team: translates those that exist, however they are written, and returns any other
 * text unchanged.
 */
export const formatTeamStage = (t: TFunction, stage: string): string => {
  const name = parseTeamStageText(stage)
  return name ? t(`stages.${name}`) : stage
}

/** Lists the names of the known stages. */
export const listTeamStageNames = (t: TFunction): string[] => teamStages.map((stage) => t(`stages.${stage}`))

/** Returns the stage that a person typed: a known one for its name, and any other text unchanged. */
export const parseTeamStageOrKeepText = (text: string): string => parseTeamStageText(text) ?? text.trim()
