import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { EventTeam } from '#contract/event/schedule/schedule.schema.ts'
import type {
  AdminAttempt,
  AdminScoreEntry,
  AttemptInput,
  Participant,
} from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames, scoreLimits } from '#contract/event/scores/score.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { useInlineMatchChangesConfirmation } from '#web/admin/event/matches/score-change.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { EditConflictDialog } from '#web/admin/shared/edit-conflict-dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import type { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  ParticipantChoiceFields,
  ParticipantDetailFields,
  type ParticipantKind,
} from './participant-fields.tsx'
import { type EditedAttempt, useAttemptFormFields } from './use-attempt-form.tsx'

type ScoreDialogProps = { eventId: string; onClose: () => void; onSaved: () => void }

/** Converts an attempt that was entered in a form to the shape that the preview of a change expects. */
const toChangedAttempt = ({ mission, values = {} }: Pick<AttemptInput, 'mission' | 'values'>) => ({
  attempt: { mission, values },
})

type ScoreFormDialogProps = {
  title: string
  saving: boolean
  onClose: () => void
  onSubmit: () => Promise<void>
  /** Saves and empties the form for the next one; without it the dialog has no such button. */
  onSubmitAndContinue?: () => void
  children: ReactNode
}

function ScoreFormDialog({
  title,
  saving,
  onClose,
  onSubmit,
  onSubmitAndContinue,
  children,
}: ScoreFormDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      form={{ problem: undefined, submitting: saving, submit: onSubmit }}
      title={title}
      size="lg"
      onClose={onClose}
    >
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('adminScores.cancel')}
        </Button>
        {onSubmitAndContinue ? (
          <Button variant="default" disabled={saving} onClick={onSubmitAndContinue}>
            {t('adminScores.saveAndAddAnother')}
          </Button>
        ) : null}
        <Button type="submit" loading={saving} aria-label={saving ? t('messages.saving') : undefined}>
          {t('adminScores.save')}
        </Button>
      </Group>
    </FormDialog>
  )
}

/** The team and round of a printed sheet, and whether the round has a result already. */
export type TeamSheet = { team: EventTeam; round: number; hasResult: boolean }

type AddAttemptProps = ScoreDialogProps & {
  /** The rules of the event, null for points and time only. */
  ruleSet: RuleSet | null
  entry?: AdminScoreEntry
  sheet?: TeamSheet
  /** Is called after each attempt that is saved while the dialog stays open. */
  onSavedAndContinue: () => void
}

/**
 * Shows a dialog that adds an attempt of the participant of `entry`, of the team of `sheet`, or of a new
 * participant, and further attempts on request.
 */
export function AddAttemptOrEntryDialog({
  eventId,
  ruleSet,
  entry,
  sheet,
  onClose,
  onSaved,
  onSavedAndContinue,
}: AddAttemptProps) {
  const { t } = useTranslation()
  const fields = useRef<HTMLDivElement>(null)
  const [savedCount, setSavedCount] = useState(0)
  const [participantKind, setParticipantKind] = useState<ParticipantKind>('known')
  const [participant, setParticipant] = useState<Participant>(sheet ? { teamId: sheet.team.id } : {})
  const form = useAttemptFormFields(eventId, ruleSet, undefined, sheet?.round)
  const [isParticipantMissing, setIsParticipantMissing] = useState(false)
  const { saving, errors, save } = useSubmitWithToasts()
  const { checkChange, confirmation } = useInlineMatchChangesConfirmation(eventId, ruleSet)
  useEffect(() => {
    if (savedCount > 0) fields.current?.querySelector<HTMLInputElement>('input:not([type="radio"])')?.focus()
  }, [savedCount])
  const emptyForm = () => {
    setParticipant({})
    form.clear()
    setSavedCount((count) => count + 1)
    onSavedAndContinue()
  }
  const submit = async (onSuccess: () => void) => {
    const attempt = form.readAttempt()
    const hasParticipant =
      entry !== undefined ||
      Object.values(participant).some((value) => typeof value === 'string' && value.trim() !== '')
    setIsParticipantMissing(!hasParticipant)
    if (!attempt || !hasParticipant) return
    const { teamId } = participant
    const change = {
      ...(entry ? { entryId: entry.id } : teamId ? { teamId } : {}),
      ...toChangedAttempt(attempt),
    }
    if (!(await checkChange(change))) return
    await save(
      () =>
        callApi('POST /api/admin/events/:eventId/scores', {
          params: { eventId },
          json: { ...(entry ? { entryId: entry.id } : participant), attempts: [attempt] },
        }),
      onSuccess,
    )
  }
  return (
    <ScoreFormDialog
      title={t(entry || sheet ? 'adminScores.addAttempt' : 'adminScores.add')}
      saving={saving}
      onClose={onClose}
      onSubmit={() => submit(onSaved)}
      {...(sheet ? {} : { onSubmitAndContinue: () => void submit(emptyForm) })}
    >
      <Stack ref={fields}>
        {sheet ? (
          <Text fw={600}>
            {sheet.team.teamNo} · <Bdi>{sheet.team.name}</Bdi>
          </Text>
        ) : null}
        {sheet?.hasResult ? <Alert color="yellow">{t('adminScores.sheet.hasResult')}</Alert> : null}
        {entry || sheet ? null : (
          <ParticipantChoiceFields
            key={savedCount}
            eventId={eventId}
            kind={participantKind}
            onKindChange={setParticipantKind}
            participant={participant}
            onChange={setParticipant}
            errors={errors}
            error={isParticipantMissing ? t('adminScores.form.missingParticipant') : undefined}
          />
        )}
        {form.fields}
        {confirmation}
      </Stack>
    </ScoreFormDialog>
  )
}

/** Returns the attempt as somebody else has corrected it since, from a `stale-version` error. */
const readStoredAttempt = ({ details }: ApiError) =>
  details.current as EditedAttempt & Pick<AdminAttempt, 'version'>

type EditAttemptProps = ScoreDialogProps & {
  ruleSet: RuleSet | null
  entryId: string
  attempt: AdminAttempt
  /** Called when somebody else has corrected the attempt. */
  onStale: () => void
}

/**
 * Shows a dialog that corrects an attempt, with the reason for the audit log, and both versions when somebody
 * else has corrected it since.
 */
export function EditAttemptDialog({
  eventId,
  ruleSet,
  entryId,
  attempt,
  onClose,
  onSaved,
  onStale,
}: EditAttemptProps) {
  const { t } = useTranslation()
  const form = useAttemptFormFields(eventId, ruleSet, attempt)
  const [reason, setReason] = useState('')
  const [version, setVersion] = useState(attempt.version)
  const { saving, errors, stored, save, clear } = useSubmitWithToasts({ readStored: readStoredAttempt })
  const { checkChange, confirmation } = useInlineMatchChangesConfirmation(eventId, ruleSet)
  const submit = async (replacedVersion = version) => {
    const changed = form.readAttempt()
    if (!changed) return
    if (!(await checkChange({ entryId, attemptId: attempt.id, ...toChangedAttempt(changed) }))) return
    const json = { ...changed, reason: reason.trim(), version: replacedVersion }
    await save(
      () =>
        callApi('PATCH /api/admin/events/:eventId/scores/:entryId/attempts/:attemptId', {
          params: { eventId, entryId, attemptId: attempt.id },
          json,
        }),
      onSaved,
    )
  }
  const leaveConflict = () => {
    clear()
    onStale()
  }
  return (
    <ScoreFormDialog
      title={t('adminScores.editAttempt')}
      saving={saving}
      onClose={onClose}
      onSubmit={() => submit()}
    >
      <Stack>
        {form.fields}
        <TextInput
          label={t('adminScores.reason')}
          description={t(
            attempt.source === 'judge' ? 'adminScores.judgedReasonHint' : 'adminScores.reasonHint',
          )}
          required={attempt.source === 'judge'}
          error={errors.reason}
          value={reason}
          maxLength={scoreLimits.reason}
          dir="auto"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {confirmation}
      </Stack>
      {stored ? (
        <EditConflictDialog
          differences={form.listDifferences(stored)}
          onClose={leaveConflict}
          onKeepMine={() => {
            setVersion(stored.version)
            void submit(stored.version)
          }}
          onTakeTheirs={() => {
            form.replace(stored)
            setVersion(stored.version)
            leaveConflict()
          }}
        />
      ) : null}
    </ScoreFormDialog>
  )
}

type EditEntryProps = ScoreDialogProps & { entry: AdminScoreEntry; areResultsFinal: boolean }

/**
 * Shows a dialog that corrects what an entry shows of its participant, with a reason when the results are
 * final.
 */
export function EditEntryParticipantDetailsDialog({
  eventId,
  entry,
  areResultsFinal,
  onClose,
  onSaved,
}: EditEntryProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: {
      participant: {
        playerName: entry.playerName,
        playerEmail: entry.playerEmail,
        teamNo: entry.teamNo,
        teamName: entry.teamName,
        schoolName: entry.schoolName,
        missionType: entry.missionType,
      } as Participant,
      reason: '',
    },
    send: ({ participant, reason }) => {
      const {
        playerName = '',
        playerEmail = '',
        teamNo = '',
        teamName = '',
        schoolName = '',
        missionType = entry.missionType,
      } = participant
      const details = { playerName, playerEmail, teamNo, teamName, schoolName, missionType }
      return callApi('PUT /api/admin/events/:eventId/scores/:entryId', {
        params: { eventId, entryId: entry.id },
        json: { ...details, reason: reason.trim() },
      })
    },
    onSaved,
    showsFailureAsToast: true,
  })
  const name = getEntryDisplayNames(entry).both
  return (
    <ScoreFormDialog
      title={t('adminScores.editEntry', { name })}
      saving={form.submitting}
      onClose={onClose}
      onSubmit={form.submit}
    >
      <ParticipantDetailFields
        participant={form.values.participant}
        onChange={(participant) => form.set({ participant })}
        errors={form.errors}
        hasAccount={entry.userId !== null}
      />
      {areResultsFinal || form.errors.reason ? (
        <TextInput
          label={t('adminScores.reason')}
          description={t('adminScores.finalReasonHint')}
          required
          maxLength={scoreLimits.reason}
          dir="auto"
          {...form.getInputProps('reason')}
        />
      ) : null}
    </ScoreFormDialog>
  )
}
