import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { computeSheetPointsAndTime, findRound } from '#contract/event/scoring/rule-set-sheet.ts'
import { getSheetTraitsOfRound } from '#contract/event/scoring/scoring-kinds.ts'
import { areMatchSheetsComplete } from '#web/judge/scoring/judge-matches.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { hasValuesOrRunningStopwatch, isSheetComplete, predictSheetRefusal } from './judge-rounds.ts'
import type { QueueEntry, QueueProblem } from './judge-store.ts'
import { DiscardDraftDialog } from './panel-parts.tsx'
import { QueuedSheetComparison } from './scoring/sheet-screens.tsx'
import { SheetTeamNames, useSheetPointsFormatter } from './sheet-summary.tsx'
import type { Judge } from './use-judge-app.ts'
import { useSheetRefusalFormatter } from './use-judge-formats.ts'

/** Asks before a sheet is sent as one that does not count. */
function DiscardSheetDialog({
  entry,
  onClose,
  onDiscard,
}: {
  entry: QueueEntry
  onClose: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation()
  const formatPoints = useSheetPointsFormatter()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('judge.problem.discardTitle')}
      closeButtonProps={{ 'aria-label': t('judge.close') }}
    >
      <Stack>
        <Text fw={600}>
          <SheetTeamNames {...entry} />
        </Text>
        <Text>
          {entry.roundLabel} ·{' '}
          {t('judge.queue.points', { points: formatPoints(entry.points, entry.opponent?.points) })}
        </Text>
        <Text>{t('judge.problem.discardText')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.cancel')}
          </Button>
          <Button size="md" color="red.9" onClick={onDiscard}>
            {t('judge.problem.discard')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type Props = { judge: Judge; entry: QueueEntry; problem: QueueProblem; onEdit: () => void }

type SheetPoints = Pick<QueueEntry, 'points' | 'opponent'>

/** Returns the points of an entry by the new rules, or undefined when its values do not fit them. */
const computeByNewRules = (
  { sheet, opponent }: QueueEntry,
  { ruleSet }: QueueProblem,
): SheetPoints | undefined => {
  const group = ruleSet && findRound(ruleSet, sheet.round)?.group
  if (!ruleSet || !group || !sheet.values) return undefined
  const { points } = computeSheetPointsAndTime(ruleSet, group, sheet.values)
  if (!sheet.opponent || !opponent) return isSheetComplete(group, sheet.values) ? { points } : undefined
  const otherPoints = computeSheetPointsAndTime(ruleSet, group, sheet.opponent.values).points
  const isComplete = areMatchSheetsComplete(group, { values: sheet.values, opponent: sheet.opponent })
  return isComplete ? { points, opponent: { ...opponent, points: otherPoints } } : undefined
}

/**
 * Shows why a sheet was not recorded, with both versions side by side, and the decisions that a judge can
 * make.
 */
export function QueueProblemActions({ judge, entry, problem, onEdit }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const formatRefusal = useSheetRefusalFormatter()
  const formatPoints = useSheetPointsFormatter()
  const [isDiscarding, setDiscarding] = useState(false)
  const [isReplacingDraft, setReplacingDraft] = useState(false)
  const attempts = problem.attempts ?? []
  // only a head judge decides a conflict; the server takes the sheet of another judge, which then waits. A
  // judge of a panel corrects the own sheet
  const { hasSharedSheets } = getSheetTraitsOfRound(judge.data?.ruleSet ?? null, entry.sheet.round)
  const canDecide = judge.data?.session.judge.isHead === true || !hasSharedSheets
  const { opponent } = entry.sheet
  const shownAttempts = canDecide && !opponent ? attempts : []
  // the table or the day, which the reply does not name
  const refusal =
    problem.code === 'judge-not-assigned' && judge.data
      ? predictSheetRefusal(judge.data, entry.sheet)
      : undefined
  const refusalText = refusal && judge.data ? formatRefusal(refusal, judge.data.session) : undefined
  const message = problem.hasOtherSides ? t('judge.match.conflict') : (refusalText ?? problem.message)
  const resend = (changes: Partial<QueueEntry['sheet']>, points: SheetPoints = { points: entry.points }) => {
    const { problem: _, ...rest } = entry
    const id = problem.isReceived ? crypto.randomUUID() : entry.id
    void judge.putEntry({
      ...rest,
      ...points,
      id,
      state: 'waiting',
      sheet: { ...entry.sheet, ...changes, id },
    })
  }
  const expected = attempts.map(({ id, version }) => ({ id, version }))
  const newPoints = computeByNewRules(entry, problem)
  const edit = () => {
    const values = entry.sheet.values ?? { points: entry.sheet.score, time: entry.sheet.timeMs }
    const { teamId, round, replaces, feedback, opponent } = entry.sheet
    void judge
      .writeDraft({
        teamId,
        round,
        values,
        replaces,
        feedback,
        ...(opponent ? { opponent } : {}),
        resume: entry.sequence,
      })
      .then(onEdit)
  }
  const editButton = (
    <Button
      size="md"
      variant="default"
      onClick={() => (hasValuesOrRunningStopwatch(judge.draft) ? setReplacingDraft(true) : edit())}
    >
      {t('judge.problem.edit')}
    </Button>
  )
  const discardButton = (
    <Button color="red.9" size="md" onClick={() => setDiscarding(true)}>
      {t('judge.problem.discard')}
    </Button>
  )
  return (
    <Alert color="red" role="group" aria-label={t('judge.problem.title')}>
      <Stack gap="sm">
        <Text fw={600}>{message || t('judge.problem.title')}</Text>
        {problem.code === 'sheet-conflict' ? (
          <>
            <QueuedSheetComparison data={judge.data} entry={entry} attempts={attempts} />
            {canDecide ? null : <Text>{t('judge.problem.needsDecision')}</Text>}
            <Group>
              {canDecide ? null : (
                <Button size="md" onClick={() => resend({})}>
                  {t('judge.problem.sendForDecision')}
                </Button>
              )}
              {canDecide && opponent ? (
                <Button size="md" onClick={() => resend({ expected, acceptsOtherSides: true })}>
                  {t(attempts.length > 0 ? 'judge.match.replace' : 'judge.match.count')}
                </Button>
              ) : null}
              {shownAttempts.map((attempt) => (
                <Button key={attempt.id} size="md" onClick={() => resend({ expected, replaces: attempt.id })}>
                  {t('judge.problem.replace', { points: formatNumber(attempt.score, lang) })}
                </Button>
              ))}
              {canDecide ? (
                <>
                  {!hasSharedSheets || opponent ? null : (
                    <Button size="md" variant="default" onClick={() => resend({ expected, replaces: null })}>
                      {t('judge.problem.add')}
                    </Button>
                  )}
                  {discardButton}
                </>
              ) : null}
            </Group>
          </>
        ) : null}
        {problem.code === 'rules-changed' ? (
          <>
            <Text>
              {newPoints === undefined
                ? t('judge.problem.rulesUnfit')
                : t('judge.problem.rules', {
                    before: formatPoints(entry.points, entry.opponent?.points),
                    after: formatPoints(newPoints.points, newPoints.opponent?.points),
                  })}
            </Text>
            <Group>
              {newPoints === undefined ? null : (
                <Button
                  size="md"
                  onClick={() => resend({ ruleVersion: problem.ruleVersion ?? null }, newPoints)}
                >
                  {t('judge.problem.sendByNewRules')}
                </Button>
              )}
              {editButton}
              {discardButton}
            </Group>
          </>
        ) : null}
        {problem.code !== 'sheet-conflict' && problem.code !== 'rules-changed' ? (
          <>
            <Text>{t('judge.problem.other')}</Text>
            <Group>
              <Button size="md" onClick={() => resend({})}>
                {t('judge.problem.again')}
              </Button>
              {problem.code === 'judge-recused' ? null : editButton}
              {discardButton}
            </Group>
          </>
        ) : null}
      </Stack>
      {isDiscarding ? (
        <DiscardSheetDialog
          entry={entry}
          onClose={() => setDiscarding(false)}
          onDiscard={() => resend({ isDiscarded: true })}
        />
      ) : null}
      {isReplacingDraft ? (
        <DiscardDraftDialog onClose={() => setReplacingDraft(false)} onDiscard={edit} />
      ) : null}
    </Alert>
  )
}
