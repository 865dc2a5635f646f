import { Alert, Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AdminMatches, MatchPreview, PreviewMatchRequest } from '#contract/event/matches/match.schema.ts'
import { matchDrawLimits } from '#contract/event/matches/match.ts'
import { listTieBreakFieldLabels } from '#contract/event/scoring/match-result.ts'
import type { RuleSet, ScoreSheetValues } from '#contract/event/scoring/rule-set.schema.ts'
import { disqualifiedKey } from '#contract/event/scoring/rule-set.ts'
import { listSheetValueProblems } from '#contract/event/scoring/rule-set-sheet.ts'
import { formatList, isolateText } from '#i18n/text-direction.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTournamentWithFormatters } from '#web/shared/event/matches/tournament-model.ts'
import { ScoreSheetForm } from '#web/shared/event/score-sheet/score-sheet-form.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { MatchChangesWithConfirmation, shouldConfirmMatchChanges } from './match-preview.tsx'
import styles from './matches.module.css'

type Props = {
  eventId: string
  ruleSet: RuleSet
  matches: AdminMatches
  number: number
  onClose: () => void
  onSaved: (matches: AdminMatches) => void
  /** Reads the matches again, after somebody else has changed a result. */
  onOutdated: () => Promise<void>
}

const isAbsent = (values: ScoreSheetValues) => values[disqualifiedKey] === true

/** Shows the sheets of both sides of a match, then what their result changes, before it is saved. */
export function MatchResultDialog({
  eventId,
  ruleSet,
  matches,
  number,
  onClose,
  onSaved,
  onOutdated,
}: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { nameTeams, nameRound } = useTournamentWithFormatters(matches.tournament)
  const pairing = matches.tournament.pairings.find((each) =>
    each.matches.some((match) => match.number === number),
  )
  const [first, second] = pairing?.sides ?? []
  const sideNumbers = [first?.side ?? 0, second?.side ?? 0] as const
  const findSheet = (side: number) =>
    matches.sheets.find((sheet) => sheet.match === number && sheet.side === side)?.values
  const isRecorded = sideNumbers.some((side) => findSheet(side))
  const [sheets, setSheets] = useState<[ScoreSheetValues, ScoreSheetValues]>(() => [
    findSheet(sideNumbers[0]) ?? {},
    findSheet(sideNumbers[1]) ?? {},
  ])
  const [reason, setReason] = useState('')
  const [showsAllProblems, setShowsAllProblems] = useState(false)
  const [preview, setPreview] = useState<MatchPreview>()
  const [isAccepted, setIsAccepted] = useState(false)
  const { submitting, failure, submit } = useSubmitWithInvalidFieldFocus()
  const [group] = ruleSet.groups
  if (!group) return null
  // against a side that did not come, a sheet may be empty
  const isWalkover = sheets.some(isAbsent)
  const buildSheet = (values: ScoreSheetValues): ScoreSheetValues =>
    isAbsent(values)
      ? { [disqualifiedKey]: true }
      : isWalkover && listSheetValueProblems(group, values).length > 0
        ? {}
        : values
  const request: PreviewMatchRequest = {
    sides: [
      { side: sideNumbers[0], values: buildSheet(sheets[0]) },
      { side: sideNumbers[1], values: buildSheet(sheets[1]) },
    ],
  }
  const isComplete =
    isWalkover || sheets.every((values) => listSheetValueProblems(group, values).length === 0)
  const showPreview = async () => {
    setShowsAllProblems(true)
    if (!isComplete) return
    await submit(async () => {
      const computed = await callApi('POST /api/admin/events/:eventId/matches/:matchNumber/preview', {
        params: { eventId, matchNumber: String(number) },
        json: request,
      })
      setPreview(computed.preview)
      setIsAccepted(false)
    })
  }
  const save = async () => {
    const failed = await submit(async () => {
      const { msg, matches: saved } = await callApi('PUT /api/admin/events/:eventId/matches/:matchNumber', {
        params: { eventId, matchNumber: String(number) },
        json: { ...request, version: matches.version, reason },
      })
      toast.success(msg)
      onSaved(saved)
    })
    if (!failed) return
    // the reason stands below the sheets, and an outdated result is checked again
    setPreview(undefined)
    if (failed.code === 'stale-version') await onOutdated()
  }
  const { reason: reasonError, ...fieldErrors } = failure?.fields ?? {}
  // a draw in a knock-out, for example, is an error of a field of both sheets
  const message =
    failure?.code === 'stale-version'
      ? t('adminMatches.match.stale')
      : (Object.values(fieldErrors)[0] ?? (reasonError ? undefined : failure?.message))
  const setSide = (nth: 0 | 1, values: ScoreSheetValues) =>
    setSheets((before) => before.with(nth, values) as typeof before)
  const result = preview?.result
  const winner = result?.winner ?? null
  const isDrawnKnockOut = pairing?.part.of === 'knockOut' && result?.winner === null && !result.haveBothLost
  const decidingFields = listTieBreakFieldLabels(ruleSet, lang)
  const startReplay = () => {
    setSheets([{}, {}])
    setShowsAllProblems(false)
    setPreview(undefined)
  }
  return (
    <AdminDialog
      size="xl"
      onClose={onClose}
      title={`${t('adminMatches.match.title', { number })}${pairing ? ` · ${nameRound(pairing.part)}` : ''}`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (preview ? save() : showPreview())
        }}
      >
        <Stack>
          <ErrorAlert message={message} />
          {preview ? (
            <>
              {result ? (
                <Text>
                  {sideNumbers.map((side, nth) => (
                    <span key={side} className={styles.resultLine}>
                      {nameTeams(side)}:{' '}
                      <b>{isolateText(formatNumber(result.scores[nth] ?? 0, lang), lang)}</b>
                    </span>
                  ))}
                  {result.haveBothLost
                    ? t('adminMatches.preview.bothLost')
                    : winner === null
                      ? t('adminMatches.preview.draw')
                      : t('adminMatches.preview.winner', { side: nameTeams(sideNumbers[winner]) })}
                  {result.isWalkover ? ` ${t('matches.walkover')}.` : ''}
                </Text>
              ) : null}
              {isDrawnKnockOut ? (
                <Alert color="yellow" role="alert">
                  {decidingFields.length > 0
                    ? t('adminMatches.match.needsWinnerBy', {
                        fields: formatList(decidingFields, lang, 'disjunction'),
                      })
                    : t('adminMatches.match.replay')}
                </Alert>
              ) : (
                <MatchChangesWithConfirmation
                  matches={matches}
                  preview={preview}
                  isAccepted={isAccepted}
                  onAccept={setIsAccepted}
                />
              )}
            </>
          ) : (
            <>
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {([0, 1] as const).map((nth) => (
                  <Fieldset
                    key={nth}
                    legend={<Bdi>{nameTeams(sideNumbers[nth])}</Bdi>}
                    className={styles.sheet}
                  >
                    <Stack>
                      <Checkbox
                        label={t('adminMatches.match.absent')}
                        description={t('adminMatches.match.absentHint')}
                        checked={isAbsent(sheets[nth])}
                        onChange={(event) => {
                          const { [disqualifiedKey]: _, ...values } = sheets[nth]
                          setSide(
                            nth,
                            event.currentTarget.checked ? { ...values, [disqualifiedKey]: true } : values,
                          )
                        }}
                      />
                      {isAbsent(sheets[nth]) ? null : (
                        <ScoreSheetForm
                          ruleSet={ruleSet}
                          group={group}
                          values={sheets[nth]}
                          canDisqualify={false}
                          showsAllProblems={showsAllProblems && !isWalkover}
                          onChange={(values) => setSide(nth, values)}
                        />
                      )}
                    </Stack>
                  </Fieldset>
                ))}
              </SimpleGrid>
              {isRecorded ? (
                <Textarea
                  label={t('adminMatches.match.reason')}
                  description={t('adminMatches.match.reasonHint')}
                  autosize
                  dir="auto"
                  maxLength={matchDrawLimits.reason}
                  value={reason}
                  error={reasonError}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
              ) : null}
            </>
          )}
          <AdminDialogActions onCancel={onClose}>
            <Group>
              {preview ? (
                <Button variant="default" onClick={() => setPreview(undefined)}>
                  {t('adminMatches.match.back')}
                </Button>
              ) : null}
              {isDrawnKnockOut && decidingFields.length === 0 ? (
                <Button onClick={startReplay}>{t('adminMatches.match.enterReplay')}</Button>
              ) : (
                <Button
                  type="submit"
                  loading={submitting}
                  disabled={
                    isDrawnKnockOut ||
                    (preview !== undefined && shouldConfirmMatchChanges(preview) && !isAccepted)
                  }
                >
                  {t(preview ? 'adminMatches.match.save' : 'adminMatches.match.preview')}
                </Button>
              )}
            </Group>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}
