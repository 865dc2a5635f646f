import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { AdminAttempt, AdminScoreEntry, Participant } from '#contract/score.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { problemWords } from '#web/admin/shared/problem-words.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { DetailFields, WhoFields } from './participant-fields.tsx'
import { draftOf, emptyRun, type RunErrors, RunFields, readRun } from './run-fields.tsx'

type Common = { eventId: string; onClose: () => void; onSaved: () => void }

/** A save with its spinner: a second submit while one is under way is ignored; refusals come back by field and as text. */
export const useSaving = () => {
  const { t } = useTranslation()
  const busy = useRef(false)
  const [saving, setSaving] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const save = async (work: () => Promise<{ message: string } | undefined>, done: () => void) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setFields({})
    try {
      const reply = await work()
      if (reply?.message) toast.success(reply.message)
      done()
    } catch (error) {
      if (error instanceof ApiError) setFields(error.fields)
      const offline = error instanceof ApiError && error.code === 'offline'
      toast.error(offline ? t('admin.form.offline') : problemWords(t, error))
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { saving, fields, save }
}

function FormFrame(props: { title: string; saving: boolean; onClose: () => void; onSubmit: () => void; children: ReactNode }) {
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

/** Records an attempt: of somebody new, or of `entry`. */
export function AddScore({ eventId, entry, onClose, onSaved }: Common & { entry?: AdminScoreEntry }) {
  const { t } = useTranslation()
  const [who, setWho] = useState<Participant>({})
  const [draft, setDraft] = useState(emptyRun)
  const [errors, setErrors] = useState<RunErrors>({})
  const [nobody, setNobody] = useState(false)
  const { saving, fields, save } = useSaving()
  const submit = () => {
    const read = readRun(draft)
    const known = entry !== undefined || Object.values(who).some((value) => typeof value === 'string' && value.trim() !== '')
    setErrors('errors' in read ? read.errors : {})
    setNobody(!known)
    if ('errors' in read || !known) return
    const person: Participant = entry ? { entryId: entry.row.id } : who
    void save(() => adminApi.scores.add(eventId, person, [read.run]), onSaved)
  }
  return (
    <FormFrame title={t(entry ? 'adminScores.addAttempt' : 'adminScores.add')} saving={saving} onClose={onClose} onSubmit={submit}>
      {entry ? null : (
        <WhoFields
          eventId={eventId}
          who={who}
          onChange={setWho}
          fields={fields}
          error={nobody ? t('adminScores.form.nobody') : undefined}
        />
      )}
      <RunFields draft={draft} errors={errors} onChange={setDraft} />
    </FormFrame>
  )
}

/** Corrects an attempt. */
export function EditAttempt({ eventId, entryId, attempt, onClose, onSaved }: Common & { entryId: string; attempt: AdminAttempt }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(attempt))
  const [errors, setErrors] = useState<RunErrors>({})
  const { saving, save } = useSaving()
  const submit = () => {
    const read = readRun(draft)
    setErrors('errors' in read ? read.errors : {})
    if ('errors' in read) return
    void save(() => adminApi.scores.correct(eventId, entryId, attempt.id, read.run), onSaved)
  }
  return (
    <FormFrame title={t('adminScores.editAttempt')} saving={saving} onClose={onClose} onSubmit={submit}>
      <RunFields draft={draft} errors={errors} onChange={setDraft} />
    </FormFrame>
  )
}

/** Corrects what an entry says of its participant. */
export function EditEntry({ eventId, entry, onClose, onSaved }: Common & { entry: AdminScoreEntry }) {
  const { t } = useTranslation()
  const { row } = entry
  const [who, setWho] = useState<Participant>({
    name: row.player,
    email: row.email,
    teamNo: row.teamNo,
    teamName: row.team,
    school: row.school,
    missionType: row.missionType,
  })
  const { saving, fields, save } = useSaving()
  const submit = () => {
    const { name = '', email = '', teamNo = '', teamName = '', school = '', missionType = row.missionType } = who
    void save(() => adminApi.scores.details(eventId, row.id, { name, email, teamNo, teamName, school, missionType }), onSaved)
  }
  const name = `\u2068${row.player || row.team}\u2069`
  return (
    <FormFrame title={t('adminScores.editEntry', { name })} saving={saving} onClose={onClose} onSubmit={submit}>
      <DetailFields who={who} onChange={setWho} fields={fields} linked={entry.userId !== null} />
    </FormFrame>
  )
}
