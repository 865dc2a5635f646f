import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { computeSheetPointsAndTime } from '#contract/event/scoring/rule-set-sheet.ts'
import { createInitialSheetValues, hasValuesOrRunningStopwatch } from '#web/judge/judge-rounds.ts'
import type { SheetDraft } from '#web/judge/judge-store.ts'
import { DiscardDraftDialog } from '#web/judge/panel-parts.tsx'
import { SheetConfirmation } from '#web/judge/sheet-confirmation.tsx'
import type { Judge } from '#web/judge/use-judge-app.ts'
import { useDefaultSheetLabels, useMatchFormatters } from '#web/judge/use-judge-formats.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from '../judge.module.css'
import {
  addKnownSidesToDraft,
  areMatchSheetsComplete,
  computeKnownTournament,
  computeMatchSheetsResult,
  findSideOfTeam,
  hasUnexpectedSidesOrPlayedChanges,
  isKnockOutWinnerMissing,
  listServerAttemptsOfMatch,
  type MatchEventData,
  predictMatchSheetChanges,
  wouldMatchSheetWaitForHeadJudge,
} from './judge-matches.ts'
import { MatchSideSheetForm } from './match-side.tsx'
import { MatchSheetsAndTournamentChanges } from './match-summary.tsx'
import { listRoundsOrDrawnMatches } from './selectable-rounds.ts'
import { RefusalAndWaitingSheetAlerts, SheetGoneMessage, useSheetEntry } from './sheet-entry.tsx'

const isStopwatchRunning = ({ values, stopwatches = {} }: Pick<SheetDraft, 'values' | 'stopwatches'>) =>
  values[disqualifiedKey] !== true && Object.keys(stopwatches).length > 0

type Props = { judge: Judge; data: MatchEventData; draft: SheetDraft }

/**
 * Shows the sheets of both sides of a match: the judge fills them in, the captains confirm them with one tap,
 * and they join the queue as one entry.
 */
export function MatchSheetsEntryPanel({ judge, data, draft: storedDraft }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const labels = useDefaultSheetLabels()
  const { formatPair, formatResult, formatMissingWinner } = useMatchFormatters(data)
  const [isConfirming, setConfirming] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const [group] = data.ruleSet.groups
  const number = storedDraft.round
  const tournament = useMemo(() => computeKnownTournament(data, judge.queue), [data, judge.queue])
  const pairing = tournament.pairings.find(({ numbers }) => numbers.includes(number))
  const draft = useMemo(
    () => addKnownSidesToDraft(data, pairing?.sides ?? [], storedDraft),
    [data, pairing, storedDraft],
  )
  const opponent = draft.opponent ?? { teamId: '', values: {} }
  const rounds = listRoundsOrDrawnMatches(data, labels)
  const nameMatch = (match: number) =>
    rounds.find((round) => round.number === match)?.label[lang] ?? String(match)
  const result = computeMatchSheetsResult(data, draft)
  const needsWinner = isKnockOutWinnerMissing(data, number, result)
  const isComplete = group !== undefined && result !== undefined && areMatchSheetsComplete(group, draft)
  const changes = useMemo(
    () => (isComplete ? predictMatchSheetChanges(data, judge.queue, draft) : undefined),
    [isComplete, data, judge.queue, draft],
  )
  const { refusalText, isSaving, saveSheet } = useSheetEntry(judge, data, draft)
  if (!pairing || !group) return <SheetGoneMessage judge={judge} />
  const sides = [findSideOfTeam(data, draft.teamId), findSideOfTeam(data, opponent.teamId)] as const
  const waiting = data.reviews.filter(({ status, round }) => status === 'waiting' && round === number)
  const known = listServerAttemptsOfMatch(data, number)
  const points = [draft, opponent].map(
    ({ values }) => computeSheetPointsAndTime(data.ruleSet, group, values).points,
  ) as [number, number]
  const hasKnownResult = known.length > 0 || tournament.sheets.has(number)
  const change = (sheet: Partial<SheetDraft>) => void judge.writeDraft({ ...draft, ...sheet })
  const isReplayed = needsWinner && data.ruleSet.matches.deciders.length === 0
  const clearForReplay = () => {
    const { stopwatches: _, ...others } = draft
    const values = createInitialSheetValues(group)
    void judge.writeDraft({ ...others, values, opponent: { teamId: opponent.teamId, values } })
  }

  const save = () => {
    const [team, otherTeam] = [draft.teamId, opponent.teamId].map((teamId) =>
      data.teams.find((each) => each.id === teamId),
    )
    return saveSheet(
      {
        teamName: team?.name ?? '',
        teamNo: team?.teamNo ?? 0,
        roundLabel: nameMatch(number),
        points: points[0],
        opponent: { teamName: otherTeam?.name ?? '', teamNo: otherTeam?.teamNo ?? 0, points: points[1] },
        isConfirmed: true,
        sheet: {
          values: draft.values,
          score: 0,
          timeMs: 0,
          expected: known.map(({ id, version }) => ({ id, version })),
          opponent: { teamId: opponent.teamId, values: opponent.values },
          // the judge has seen what the result changes
          acceptsOtherSides:
            data.session.judge.isHead && changes !== undefined && hasUnexpectedSidesOrPlayedChanges(changes),
        },
      },
      t(judge.isOnline ? 'judge.match.saved' : 'judge.match.savedOffline', { number }),
    )
  }
  const resultText = result && isComplete && !needsWinner ? formatResult(result, sides) : formatPair(points)
  const needsDecision = changes !== undefined && wouldMatchSheetWaitForHeadJudge(data, number, changes)

  if (isConfirming)
    return (
      <SheetConfirmation
        title={nameMatch(number)}
        kind="match"
        refusal={refusalText}
        isOnline={judge.isOnline}
        isSaving={isSaving}
        onConfirm={() => void save()}
        onBack={() => setConfirming(false)}
      >
        <MatchSheetsAndTournamentChanges data={data} queue={judge.queue} rounds={rounds} sheets={draft} />
        {needsDecision ? <Text fw={600}>{t('judge.sheet.needsDecision')}</Text> : null}
      </SheetConfirmation>
    )
  return (
    <Stack gap="lg">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={1} size="h3">
          {nameMatch(number)}
        </Title>
        <Button
          size="md"
          flex="none"
          variant="default"
          onClick={() =>
            hasValuesOrRunningStopwatch(draft) ? setDiscarding(true) : void judge.writeDraft(undefined)
          }
        >
          {t('judge.cancel')}
        </Button>
      </Group>
      <RefusalAndWaitingSheetAlerts
        refusalText={refusalText}
        waiting={waiting}
        formatPoints={({ score, opponent: other }) => formatPair([score, other?.score ?? 0])}
      />
      {hasKnownResult ? <Alert color="yellow">{t('judge.match.known')}</Alert> : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <MatchSideSheetForm
          data={data}
          title={t('judge.match.firstSide')}
          sheet={{
            teamId: draft.teamId,
            values: draft.values,
            ...(draft.stopwatches ? { stopwatches: draft.stopwatches } : {}),
          }}
          canChooseSide={pairing.sides[0] === undefined || draft.teamId === ''}
          otherTeamId={opponent.teamId}
          onChange={change}
        />
        <MatchSideSheetForm
          data={data}
          title={t('judge.match.secondSide')}
          sheet={opponent}
          canChooseSide={pairing.sides[1] === undefined || opponent.teamId === ''}
          otherTeamId={draft.teamId}
          onChange={(sheet) => change({ opponent: sheet })}
        />
      </SimpleGrid>
      <div className={styles.matchResult}>
        <output aria-label={t('judge.match.result')}>{resultText}</output>
        <Button
          size="lg"
          disabled={!isComplete || needsWinner || [draft, opponent].some(isStopwatchRunning)}
          onClick={() => {
            setConfirming(true)
            // results of others may have come
            void judge.synchronize()
          }}
        >
          {t('judge.match.finish')}
        </Button>
        {needsWinner && isComplete ? (
          <Text w="100%" c="var(--error)" role="alert">
            {formatMissingWinner()}
          </Text>
        ) : null}
        {isReplayed && isComplete ? (
          <Button size="lg" variant="default" onClick={clearForReplay}>
            {t('judge.match.enterReplay')}
          </Button>
        ) : null}
        {isComplete ? null : (
          <Text w="100%" size="sm">
            {t('judge.match.incomplete')}
          </Text>
        )}
      </div>
      {isDiscarding ? (
        <DiscardDraftDialog
          onClose={() => setDiscarding(false)}
          onDiscard={() => {
            setDiscarding(false)
            void judge.writeDraft(undefined)
          }}
        />
      ) : null}
    </Stack>
  )
}
