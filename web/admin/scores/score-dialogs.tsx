import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AdminAttempt, AdminScoreEntry, Participant } from '#contract/score.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { type AttemptErrors, AttemptFields, emptyAttemptValues, parseAttempt, toAttemptValues } from './attempt-fields.tsx'
import { ParticipantDetailFields, ParticipantFields } from './participant-fields.tsx'
import { useScoreSubmit } from './use-score-submit.ts'

type ScoreDialogProps = { eventId: string; onClose: () => void; onSaved: () => void }

function ScoreFormDialog(props: { title: string; saving: boolean; onClose: () => void; onSubmit: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={props.onClose} title={props.title} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.onSubmit()
        }}
      >
        <Stack>
          {props.children}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              {t('adminScores.cancel')}
            </Button>
            <Button type="submit" loading={props.saving} aria-label={props.saving ? t('messages.saving') : undefined}>
              {t('adminScores.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Dialog that records an attempt of the participant of `entry`, or of a new one. */
export function AddAttemptDialog({ eventId, entry, onClose, onSaved }: ScoreDialogProps & { entry?: AdminScoreEntry }) {
  const { t } = useTranslation()
  const [participant, setParticipant] = useState<Participant>({})
  const [values, setValues] = useState(emptyAttemptValues)
  const [attemptErrors, setAttemptErrors] = useState<AttemptErrors>({})
  const [isParticipantMissing, setIsParticipantMissing] = useState(false)
  const { saving, errors, save } = useScoreSubmit()
  const submit = () => {
    const parsed = parseAttempt(values)
    const hasParticipant =
      entry !== undefined || Object.values(participant).some((value) => typeof value === 'string' && value.trim() !== '')
    setAttemptErrors('errors' in parsed ? parsed.errors : {})
    setIsParticipantMissing(!hasParticipant)
    if ('errors' in parsed || !hasParticipant) return
    void save(() => adminApi.scores.addAttempts(eventId, entry ? { entryId: entry.id } : participant, [parsed.attempt]), onSaved)
  }
  return (
    <ScoreFormDialog title={t(entry ? 'adminScores.addAttempt' : 'adminScores.add')} saving={saving} onClose={onClose} onSubmit={submit}>
      {entry ? null : (
        <ParticipantFields
          eventId={eventId}
          participant={participant}
          onChange={setParticipant}
          errors={errors}
          error={isParticipantMissing ? t('adminScores.form.missingParticipant') : undefined}
        />
      )}
      <AttemptFields values={values} errors={attemptErrors} onChange={setValues} />
    </ScoreFormDialog>
  )
}

/** Dialog that corrects an attempt. */
export function EditAttemptDialog({
  eventId,
  entryId,
  attempt,
  onClose,
  onSaved,
}: ScoreDialogProps & { entryId: string; attempt: AdminAttempt }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => toAttemptValues(attempt))
  const [attemptErrors, setAttemptErrors] = useState<AttemptErrors>({})
  const { saving, save } = useScoreSubmit()
  const submit = () => {
    const parsed = parseAttempt(values)
    setAttemptErrors('errors' in parsed ? parsed.errors : {})
    if ('errors' in parsed) return
    void save(() => adminApi.scores.updateAttempt(eventId, entryId, attempt.id, parsed.attempt), onSaved)
  }
  return (
    <ScoreFormDialog title={t('adminScores.editAttempt')} saving={saving} onClose={onClose} onSubmit={submit}>
      <AttemptFields values={values} errors={attemptErrors} onChange={setValues} />
    </ScoreFormDialog>
  )
}

/** Dialog that corrects what an entry shows of its participant. */
export function EditEntryDialog({ eventId, entry, onClose, onSaved }: ScoreDialogProps & { entry: AdminScoreEntry }) {
  const { t } = useTranslation()
  const [participant, setParticipant] = useState<Participant>({
    playerName: entry.playerName,
    playerEmail: entry.playerEmail,
    teamNo: entry.teamNo,
    teamName: entry.teamName,
    schoolName: entry.schoolName,
    missionType: entry.missionType,
  })
  const { saving, errors, save } = useScoreSubmit()
  const submit = () => {
    const { playerName = '', playerEmail = '', teamNo = '', teamName = '', schoolName = '', missionType = entry.missionType } = participant
    const details = { playerName, playerEmail, teamNo, teamName, schoolName, missionType }
    void save(() => adminApi.scores.updateParticipant(eventId, entry.id, details), onSaved)
  }
  const name = `\u2068${entry.playerName || entry.teamName}\u2069`
  return (
    <ScoreFormDialog title={t('adminScores.editEntry', { name })} saving={saving} onClose={onClose} onSubmit={submit}>
      <ParticipantDetailFields participant={participant} onChange={setParticipant} errors={errors} hasAccount={entry.userId !== null} />
    </ScoreFormDialog>
  )
}
