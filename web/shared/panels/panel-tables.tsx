import { Alert, Button, Modal, Stack, Table, Text, Textarea, Title, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { panelLimits } from '#contract/judge.ts'
import type {
  PanelResult,
  Panels,
  RequestSecondLookRequest,
  SetRecusalRequest,
} from '#contract/panel.schema.ts'
import { isolateTextDirection } from '#contract/rules/text.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './panel-tables.module.css'

type Judge = Panels['judges'][number]
type Team = Panels['teams'][number]
type Round = Panels['rounds'][number]
/** The sheet of a judge for a team in a round, or its place in the table before it is sent. */
type Cell = { judge: Judge; team: Team; round: Round }

/** What can be done about a panel. Both resolve to true when it succeeded; `done` is a text that says so. */
export type PanelActions = {
  setRecusal: (request: SetRecusalRequest, done: string) => Promise<boolean>
  requestSecondLook: (request: RequestSecondLookRequest, done: string) => Promise<boolean>
}

const findSheet = ({ judge, team, round }: Cell) =>
  team.results
    .find((result) => result.round === round.number)
    ?.sheets.find(({ judgeId }) => judgeId === judge.id)
const findRecusal = ({ recusals }: Panels, { judge, team }: Cell) =>
  recusals.find(({ judgeId, teamId }) => judgeId === judge.id && teamId === team.id)
const findSecondLook = ({ secondLooks }: Panels, { judge, team, round }: Cell) =>
  secondLooks.find(
    (look) => look.judgeId === judge.id && look.teamId === team.id && look.round === round.number,
  )

const useCellTexts = (panels: Panels) => {
  const { t } = useTranslation()
  const lang = useLang()
  return {
    getJudgeName: ({ name }: Judge) => (name === '' ? t('panels.unnamed') : isolateTextDirection(name)),
    getTeamName: ({ teamNo, name }: Team) => `${teamNo} · ${isolateTextDirection(name)}`,
    /** The result of the sheet, or why there is none; then what became of a request for a second look. */
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
        ...(findRecusal(panels, cell) ? [t('panels.recused')] : sheet ? [] : [t('panels.noSheet')]),
        ...(lookText ? [lookText] : []),
      ]
    },
  }
}

type DialogProps = {
  panels: Panels
  cell: Cell
  isDisabled: boolean
  problem: string
  actions: PanelActions
  onClose: () => void
}

/**
 * Shows what can be done about the sheet of a judge: ask for a second look, or leave the judge out of the
 * team.
 */
function CellDialog({ panels, cell, isDisabled, problem, actions, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { getJudgeName, getTeamName, describeResult } = useCellTexts(panels)
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const { judge, team, round } = cell
  const [judgeName, teamName] = [getJudgeName(judge), getTeamName(team)]
  const recusal = findRecusal(panels, cell)
  const ids = { judgeId: judge.id, teamId: team.id }
  const closeAfter = async (call: Promise<boolean>) => {
    if (await call) onClose()
  }
  const setRecusal = (isRecused: boolean) =>
    closeAfter(
      actions.setRecusal(
        { ...ids, isRecused, reason: isRecused ? reason : '' },
        t(isRecused ? 'panels.recusedDone' : 'panels.takenBack', { judge: judgeName, team: teamName }),
      ),
    )
  const askForLook = () =>
    closeAfter(
      actions.requestSecondLook(
        { ...ids, round: round.number, note },
        t('panels.asked', { judge: judgeName }),
      ),
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${judgeName} – ${teamName}`}
      closeButtonProps={{ 'aria-label': t('panels.close') }}
    >
      <Stack gap="lg">
        <Text fw={600}>{describeResult(cell).join(' · ')}</Text>
        {problem === '' ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {findSheet(cell) ? (
          <Stack gap="xs">
            <Title order={3} size="h5">
              {t('panels.lookTitle')}
            </Title>
            <Text size="sm">{t('panels.lookText')}</Text>
            <Textarea
              label={t('panels.lookNote')}
              dir="auto"
              autosize
              minRows={2}
              maxLength={panelLimits.note}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Button size="md" disabled={isDisabled} onClick={() => void askForLook()}>
              {t('panels.askForLook')}
            </Button>
          </Stack>
        ) : null}
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('panels.recusalTitle')}
          </Title>
          {recusal ? (
            <>
              <Text size="sm">
                {t('panels.recusedBecause', { reason: isolateTextDirection(recusal.reason) })}
              </Text>
              <Button
                size="md"
                variant="default"
                disabled={isDisabled}
                onClick={() => void setRecusal(false)}
              >
                {t('panels.takeBack')}
              </Button>
            </>
          ) : (
            <>
              <Text size="sm">{t('panels.recusalText')}</Text>
              <Textarea
                label={t('panels.recusalReason')}
                dir="auto"
                autosize
                minRows={2}
                maxLength={panelLimits.reason}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <Button
                size="md"
                variant="default"
                disabled={isDisabled || reason.trim() === ''}
                onClick={() => void setRecusal(true)}
              >
                {t('panels.recuse')}
              </Button>
            </>
          )}
        </Stack>
      </Stack>
    </Modal>
  )
}

type RoundTableProps = { panels: Panels; round: Round; onChoose: (cell: Cell) => void }

/** Shows the sheets of a round by team and judge, with the spread and the number of missing sheets. */
function RoundTable({ panels, round, onChoose }: RoundTableProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const { getJudgeName, getTeamName, describeResult } = useCellTexts(panels)
  const renderState = ({ sheets, missingCount }: PanelResult) =>
    sheets.length === 0 ? (
      t('panels.notBegun')
    ) : (
      <Text size="sm" fw={missingCount > 0 ? 700 : 400}>
        {missingCount > 0 ? t('panels.missing', { number: missingCount }) : t('panels.complete')}
      </Text>
    )
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h4" id={id} mb="xs">
        <bdi>{round.label[lang]}</bdi>
      </Title>
      <Table.ScrollContainer minWidth={320 + panels.judges.length * 110}>
        <Table aria-labelledby={id} data-panel-round={round.number}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('panels.team')}</Table.Th>
              {panels.judges.map((judge) => (
                <Table.Th key={judge.id} scope="col">
                  {getJudgeName(judge)}
                </Table.Th>
              ))}
              <Table.Th scope="col" title={t('panels.spreadHint')}>
                {t('panels.spread')}
              </Table.Th>
              <Table.Th scope="col">
                <span className={hidden.visuallyHidden}>{t('panels.state')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {panels.teams.map((team) => {
              const result = team.results.find((each) => each.round === round.number)
              return (
                <Table.Tr key={team.id}>
                  <Table.Th scope="row">{getTeamName(team)}</Table.Th>
                  {panels.judges.map((judge) => {
                    const cell = { judge, team, round }
                    const texts = describeResult(cell)
                    return (
                      <Table.Td key={judge.id}>
                        <UnstyledButton
                          className={styles.cell}
                          data-missing={findSheet(cell) === undefined || undefined}
                          onClick={() => onChoose(cell)}
                        >
                          <span className={hidden.visuallyHidden}>
                            {t('panels.cell', { judge: getJudgeName(judge), team: getTeamName(team) })}{' '}
                          </span>
                          {texts.map((text, at) => (
                            <span key={text} data-detail={at > 0 || undefined}>
                              {text === t('panels.noSheet') ? (
                                <>
                                  <span aria-hidden>–</span>
                                  <span className={hidden.visuallyHidden}>{text}</span>
                                </>
                              ) : (
                                text
                              )}{' '}
                            </span>
                          ))}
                        </UnstyledButton>
                      </Table.Td>
                    )
                  })}
                  <Table.Td>
                    {result?.spread == null ? '–' : <bdi dir="ltr">{formatNumber(result.spread, lang)}</bdi>}
                  </Table.Td>
                  <Table.Td>{result ? renderState(result) : null}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

type Props = { panels: Panels; actions: PanelActions; isDisabled: boolean; problem: string }

/**
 * Shows the sheets of panels by team and judge, one table for each round. A cell opens what can be done about
 * it.
 */
export function PanelSheetTables({ panels, actions, isDisabled, problem }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Cell>()
  // the data may be newer than the choice
  const team = panels.teams.find(({ id }) => id === chosen?.team.id)
  const cell = chosen && team ? { ...chosen, team } : undefined
  if (panels.teams.length === 0) return <Text>{t('panels.empty')}</Text>
  if (panels.judges.length === 0) return <Text>{t('panels.noJudges')}</Text>
  return (
    <Stack gap="lg">
      <Text size="sm">{t('panels.text')}</Text>
      {panels.rounds.map((round) => (
        <RoundTable key={round.number} panels={panels} round={round} onChoose={setChosen} />
      ))}
      {cell ? (
        <CellDialog
          key={`${cell.judge.id} ${cell.team.id} ${cell.round.number}`}
          panels={panels}
          cell={cell}
          isDisabled={isDisabled}
          problem={problem}
          actions={actions}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </Stack>
  )
}
