import { Alert, Button, Group, Radio, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { panelLimits } from '#contract/event/judging/judge.ts'
import type { JudgeEventData } from '#contract/event/judging/judge-sheet.schema.ts'
import type { ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { computeSheetPointsAndTime } from '#contract/event/scoring/rule-set-sheet.ts'
import {
  createEmptyOrCorrectingSheetDraft,
  createInitialSheetValues,
  findSecondLookRequest,
  hasValuesOrRunningStopwatch,
  isSheetComplete,
  listRecordedAttemptsOfTeamInRound,
  listUnreviewedSheetsOfTeamInRound,
  wouldSheetNeedDecision,
} from '#web/judge/judge-rounds.ts'
import type { SheetDraft } from '#web/judge/judge-store.ts'
import { DiscardDraftDialog } from '#web/judge/panel-parts.tsx'
import { SheetConfirmation } from '#web/judge/sheet-confirmation.tsx'
import { SheetSummary } from '#web/judge/sheet-summary.tsx'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useAttemptFormatter, useDefaultSheetLabels } from '#web/judge/use-judge-formats.ts'
import { ScoreSheetForm } from '#web/shared/event/score-sheet/score-sheet-form.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from '../judge.module.css'
import { listRoundsOrDrawnMatches, rulesWithoutRuleSet } from './selectable-rounds.ts'
import { RefusalAndWaitingSheetAlerts, SheetGoneMessage, useSheetEntry } from './sheet-entry.tsx'

type PanelNoticeProps = { data: JudgeEventData; draft: SheetDraft; hasOwnSheet: boolean }

/**
 * Shows a note to a judge of a panel: that the judge fills in the sheet alone, corrects it, or was asked to
 * look at it again.
 */
function PanelNotice({ data, draft, hasOwnSheet }: PanelNoticeProps) {
  const { t } = useTranslation()
  const look = findSecondLookRequest(data, draft)
  if (!hasOwnSheet) return <Text>{t('judge.sheet.alone')}</Text>
  return (
    <Alert color="yellow">
      {t(look ? 'judge.sheet.secondLook' : 'judge.sheet.own')}
      {look && look.note !== '' ? <Text>{t('judge.sheet.secondLookNote', { note: look.note })}</Text> : null}
    </Alert>
  )
}

type Props = { judge: Judge; data: JudgeEventData; draft: SheetDraft }

/**
 * Shows the sheet of a team: the judge fills it in, the captain of the team confirms it, and it joins the
 * queue.
 */
export function ScoreSheetEntryPanel({ judge, data, draft }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const labels = useDefaultSheetLabels()
  const formatAttempt = useAttemptFormatter()
  const [isConfirming, setConfirming] = useState(false)
  /** The draft that replaces this one when the judge agrees to lose it. */
  const [replacement, setReplacement] = useState<{ draft: SheetDraft | undefined }>()
  const { refusalText, isSaving, saveSheet } = useSheetEntry(judge, data, draft)
  const team = data.teams.find(({ id }) => id === draft.teamId)
  const rounds = listRoundsOrDrawnMatches(data, labels)
  const round = rounds.find(({ number }) => number === draft.round)
  if (!team || !round) return <SheetGoneMessage judge={judge} />
  const known = listRecordedAttemptsOfTeamInRound(data.attempts, team.id, round.number)
  const waiting = listUnreviewedSheetsOfTeamInRound(data.reviews, team.id, round.number)
  const result = computeSheetPointsAndTime(data.ruleSet ?? rulesWithoutRuleSet, round.group, draft.values)
  const isComplete = isSheetComplete(round.group, draft.values)
  const isOfPanel = round.group.panel !== undefined
  const { stopwatches = {} } = draft
  const isStopwatchRunning = draft.values[disqualifiedKey] !== true && Object.keys(stopwatches).length > 0
  const change = (values: ScoreSheetValues) => void judge.writeDraft({ ...draft, values })
  const title = (
    <>
      {team.teamNo} · <Bdi>{team.name}</Bdi>
    </>
  )
  const discardDraft = (next: SheetDraft | undefined) => {
    if (hasValuesOrRunningStopwatch(draft)) setReplacement({ draft: next })
    else void judge.writeDraft(next)
  }
  const chooseRound = (value: string | null) => {
    const chosen = rounds.find(({ number }) => String(number) === value)
    if (!chosen) return
    if (chosen.group.panel) return discardDraft(createEmptyOrCorrectingSheetDraft(data, team.id, chosen))
    const next = { ...draft, round: chosen.number, replaces: null }
    if (chosen.group === round.group) void judge.writeDraft(next)
    else discardDraft({ ...next, values: createInitialSheetValues(chosen.group), stopwatches: {} })
  }
  const finish = () => {
    setConfirming(true)
    // the tables may have changed
    void judge.synchronize()
  }

  const save = () =>
    saveSheet(
      {
        teamName: team.name,
        teamNo: team.teamNo,
        roundLabel: round.label[lang],
        points: result.points,
        isConfirmed: !isOfPanel,
        sheet: {
          values: data.ruleSet ? draft.values : null,
          score: data.ruleSet ? 0 : Number(draft.values.points),
          timeMs: data.ruleSet ? 0 : Number(draft.values.time),
          expected: known.map(({ id, version }) => ({ id, version })),
          replaces: draft.replaces,
          opponent: null,
          feedback: isOfPanel ? (draft.feedback ?? '').trim() : '',
        },
      },
      t(judge.isOnline ? 'judge.sheet.saved' : 'judge.sheet.savedOffline', { team: team.name }),
    )

  if (isConfirming)
    return (
      <SheetConfirmation
        title={title}
        kind={isOfPanel ? 'panel' : 'team'}
        refusal={refusalText}
        isOnline={judge.isOnline}
        isSaving={isSaving}
        onConfirm={() => void save()}
        onBack={() => setConfirming(false)}
      >
        <Text>{round.label[lang]}</Text>
        <SheetSummary group={round.group} values={draft.values} result={result} />
        {draft.feedback ? (
          <Text dir="auto" className={styles.feedback}>
            {draft.feedback}
          </Text>
        ) : null}
      </SheetConfirmation>
    )
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text size="sm">
            <Bdi>{team.schoolName}</Bdi>
          </Text>
        </div>
        <Button size="md" variant="default" onClick={() => discardDraft(undefined)}>
          {t('judge.cancel')}
        </Button>
      </Group>
      <Select
        size="lg"
        label={t('judge.sheet.round')}
        allowDeselect={false}
        data={rounds.map(({ number, label }) => ({ value: String(number), label: label[lang] }))}
        value={String(round.number)}
        onChange={chooseRound}
      />
      <RefusalAndWaitingSheetAlerts
        refusalText={refusalText}
        waiting={waiting}
        formatPoints={({ score }) => formatNumber(score, lang)}
      />
      {isOfPanel ? <PanelNotice data={data} draft={draft} hasOwnSheet={known.length > 0} /> : null}
      {known.length > 0 && !isOfPanel ? (
        <Alert color="yellow">
          <Radio.Group
            label={t('judge.sheet.known')}
            value={draft.replaces ?? 'new'}
            onChange={(value) =>
              void judge.writeDraft({ ...draft, replaces: value === 'new' ? null : value })
            }
          >
            <Stack gap="sm" mt="xs">
              <Radio size="md" value="new" label={t('judge.sheet.addAttempt')} />
              {known.map((attempt) => (
                <Radio
                  key={attempt.id}
                  size="md"
                  value={attempt.id}
                  label={formatAttempt('judge.sheet.correct', attempt)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {wouldSheetNeedDecision(data, draft) ? (
            <Text mt="sm" fw={600}>
              {t('judge.sheet.needsDecision')}
            </Text>
          ) : null}
        </Alert>
      ) : null}
      <ScoreSheetForm
        ruleSet={data.ruleSet ?? rulesWithoutRuleSet}
        group={round.group}
        values={draft.values}
        onChange={change}
        stopwatch={{
          starts: stopwatches,
          onChange: (changed, values) => void judge.writeDraft({ ...draft, stopwatches: changed, values }),
        }}
        canDisqualify={data.ruleSet !== null}
        beforeResult={
          isOfPanel ? (
            <Textarea
              size="lg"
              label={t('judge.sheet.feedback')}
              description={t('judge.sheet.feedbackHint')}
              dir="auto"
              autosize
              minRows={3}
              maxLength={panelLimits.feedback}
              value={draft.feedback ?? ''}
              onChange={(event) => void judge.writeDraft({ ...draft, feedback: event.currentTarget.value })}
            />
          ) : null
        }
        action={
          <Button size="lg" disabled={!isComplete || isStopwatchRunning} onClick={finish}>
            {t('judge.sheet.finish')}
          </Button>
        }
      />
      {replacement ? (
        <DiscardDraftDialog
          onClose={() => setReplacement(undefined)}
          onDiscard={() => {
            setReplacement(undefined)
            void judge.writeDraft(replacement.draft)
          }}
        />
      ) : null}
    </Stack>
  )
}
