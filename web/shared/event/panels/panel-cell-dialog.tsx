import { Alert, Button, Modal, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { panelLimits } from '#contract/event/judging/judge.ts'
import type {
  Panels,
  RequestSecondLookRequest,
  SetRecusalRequest,
} from '#contract/event/judging/panel.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import {
  type Cell,
  findRecusal,
  findSheet,
  hasSheetOfJudgeInAnyRound,
  usePanelCellFormatters,
} from './panel-cells.ts'

/** What can be done about a panel. Both resolve to true when it succeeded; `done` is a text that says so. */
export type PanelActions = {
  setRecusal: (request: SetRecusalRequest, done: string) => Promise<boolean>
  requestSecondLook: (request: RequestSecondLookRequest, done: string) => Promise<boolean>
}

/** The texts of leaving a judge out of a team because of a conflict of interest. */
const conflictTexts = {
  title: 'panels.recusalTitle',
  text: 'panels.recusalText',
  recuse: 'panels.recuse',
  done: 'panels.recusedDone',
  because: 'panels.recusedBecause',
  takeBack: 'panels.takeBack',
  takenBack: 'panels.takenBack',
} as const
/** The texts of doing without a judge who has left. */
const leftTexts = {
  title: 'panels.leftTitle',
  text: 'panels.leftText',
  recuse: 'panels.doWithout',
  done: 'panels.doesWithout',
  because: 'panels.leftBecause',
  takeBack: 'panels.waitAgain',
  takenBack: 'panels.waitsAgain',
} as const

type Props = {
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
export function PanelSheetActionsDialog({ panels, cell, isDisabled, problem, actions, onClose }: Props) {
  const { t } = useTranslation()
  const { getJudgeName, getTeamName, describeResult } = usePanelCellFormatters(panels)
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const { judge, team, round } = cell
  const [judgeName, teamName] = [getJudgeName(judge), getTeamName(team)]
  const recusal = findRecusal(panels, cell)
  const texts = (recusal ? recusal.hasLeft : judge.hasLeft) ? leftTexts : conflictTexts
  const sheetHint = hasSheetOfJudgeInAnyRound(cell) ? (
    <Text size="sm" fw={600}>
      {t('panels.sheetCounts')}
    </Text>
  ) : null
  const ids = { judgeId: judge.id, teamId: team.id }
  const closeAfter = async (call: Promise<boolean>) => {
    if (await call) onClose()
  }
  const setRecusal = (isRecused: boolean) =>
    closeAfter(
      actions.setRecusal(
        { ...ids, isRecused, reason: isRecused ? reason : '' },
        t(texts[isRecused ? 'done' : 'takenBack'], { judge: judgeName, team: teamName }),
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
        {findSheet(cell) && !recusal ? (
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
            {t(texts.title)}
          </Title>
          {recusal ? (
            <>
              <Text size="sm">{t(texts.because, { reason: recusal.reason })}</Text>
              {sheetHint}
              <Button
                size="md"
                variant="default"
                disabled={isDisabled}
                onClick={() => void setRecusal(false)}
              >
                {t(texts.takeBack)}
              </Button>
            </>
          ) : (
            <>
              <Text size="sm">{t(texts.text)}</Text>
              {sheetHint}
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
                {t(texts.recuse)}
              </Button>
            </>
          )}
        </Stack>
      </Stack>
    </Modal>
  )
}
