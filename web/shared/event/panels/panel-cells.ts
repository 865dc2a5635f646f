import type { Panels } from '#contract/event/judging/panel.schema.ts'
import { isolateText, joinTexts } from '#i18n/text-direction.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'

type Judge = Panels['judges'][number]
type Team = Panels['teams'][number]
export type Round = Panels['rounds'][number]
/** The sheet of a judge for a team in a round, or its place in the table before it is sent. */
export type Cell = { judge: Judge; team: Team; round: Round }

/** Finds the sheet of a cell. */
export const findSheet = ({ judge, team, round }: Cell) =>
  team.results
    .find((result) => result.round === round.number)
    ?.sheets.find(({ judgeId }) => judgeId === judge.id)
/** Tells whether the judge of a cell has a sheet for its team, in any round. */
export const hasSheetOfJudgeInAnyRound = ({ judge, team }: Cell) =>
  team.results.some(({ sheets }) => sheets.some(({ judgeId }) => judgeId === judge.id))
/** Finds why the judge of a cell is left out of its team. */
export const findRecusal = ({ recusals }: Panels, { judge, team }: Cell) =>
  recusals.find(({ judgeId, teamId }) => judgeId === judge.id && teamId === team.id)
const findSecondLook = ({ secondLooks }: Panels, { judge, team, round }: Cell) =>
  secondLooks.find(
    (look) => look.judgeId === judge.id && look.teamId === team.id && look.round === round.number,
  )

/** Returns functions that name the judge and the team of a cell and describe its result. */
export const usePanelCellFormatters = (panels: Panels) => {
  const { t } = useTranslation()
  const lang = useLang()
  const describeAbsence = (cell: Cell, hasSheet: boolean): string[] => {
    const recusal = findRecusal(panels, cell)
    if (recusal) return [t(recusal.hasLeft ? 'panels.hasLeft' : 'panels.recused')]
    return hasSheet ? [] : [t('panels.noSheet')]
  }
  return {
    getJudgeName: ({ name }: Judge) => (name === '' ? t('panels.unnamed') : isolateText(name, lang)),
    getTeamName: ({ teamNo, name }: Team) => joinTexts([teamNo, name], lang),
    /** Lists the result of the sheet or why there is none, and the state of a request for a second look. */
    describeResult: (cell: Cell): string[] => {
      const sheet = findSheet(cell)
      const look = findSecondLook(panels, cell)
      const lookText =
        look &&
        t(
          look.answeredAt === null
            ? 'panels.lookOpen'
            : look.isCorrected
              ? 'panels.lookCorrected'
              : 'panels.lookConfirmed',
        )
      return [
        ...(sheet ? [formatNumber(sheet.score, lang)] : []),
        ...describeAbsence(cell, sheet !== undefined),
        ...(lookText ? [lookText] : []),
      ]
    },
  }
}
