import { Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { PanelResult, Panels } from '#contract/event/judging/panel.schema.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import { type PanelActions, PanelSheetActionsDialog } from './panel-cell-dialog.tsx'
import { type Cell, findSheet, type Round, usePanelCellFormatters } from './panel-cells.ts'
import styles from './panel-tables.module.css'

type RoundTableProps = { panels: Panels; round: Round; onChoose: (cell: Cell) => void }

/** Shows the sheets of a round by team and judge, with the spread and the number of missing sheets. */
function RoundTable({ panels, round, onChoose }: RoundTableProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const { getJudgeName, getTeamName, describeResult } = usePanelCellFormatters(panels)
  const renderState = ({ missingCount }: PanelResult) => (
    <Text size="sm" fw={missingCount > 0 ? 700 : 400}>
      {missingCount > 0 ? t('panels.missing', { number: missingCount }) : t('panels.complete')}
    </Text>
  )
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h4" id={id} mb="xs">
        <Bdi>{round.label[lang]}</Bdi>
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
export function PanelSheetTablesWithActions({ panels, actions, isDisabled, problem }: Props) {
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
        <PanelSheetActionsDialog
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
