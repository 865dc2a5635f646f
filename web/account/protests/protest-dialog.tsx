import { useRef, useState } from 'react'
import { type EntryWithProtests, protestLimits } from '#contract/protest.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { createUuid } from '#web/account/teams/form-values.ts'
import { accountApi } from '#web/shared/api/account-api.ts'
import { formatNumber } from '#web/shared/format.ts'
import { Dialog, DialogActions } from '#web/shared/forms/dialog.tsx'
import { TextAreaField } from '#web/shared/forms/field.tsx'
import { Form, SubmitButton } from '#web/shared/forms/form.tsx'
import { SelectField } from '#web/shared/forms/select-field.tsx'
import { useSubmit } from '#web/shared/forms/use-submit.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import page from '#web/shared/ui/page.module.css'
import { toast } from '#web/shared/ui/toast.ts'
import { listAttemptIdsToProtest } from './protest-subjects.ts'

const wholeResult = ''
type Props = {
  entry: EntryWithProtests
  /** Names what a protest is about; null is the whole result. */
  formatSubject: (attemptId: string | null) => string
  onSent: () => void
  onClose: () => void
}

/** Shows a dialog that asks for a review of an attempt or of the whole result. A form that is sent again after a lost reply creates no second protest. */
export function ProtestDialog({ entry, formatSubject, onSent, onClose }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [id] = useState(createUuid)
  const dialog = useRef<HTMLDialogElement>(null)
  const subjects = listAttemptIdsToProtest(entry)
  const [subject, setSubject] = useState(subjects.at(-1) ?? wholeResult)
  const [reason, setReason] = useState('')
  const { submitting, failure, submit, reject } = useSubmit({ offline: t('accountTeams.offline') })
  const send = () => {
    if (reason.trim() === '') return reject(t('messages.formIncomplete'), { reason: t('fieldErrors.required') })
    void submit(async () => {
      const attemptId = subject === wholeResult ? null : subject
      toast.success((await accountApi.protests.create(id, { entryId: entry.entryId, attemptId, reason })).message)
      onSent()
    })
  }
  return (
    <Dialog ref={dialog} title={t('protests.ask')} text={getEventTitleWithFallback(entry.event.title, lang)} onClose={onClose}>
      <Form failure={failure} onSubmit={send}>
        <SelectField
          label={t('protests.about')}
          value={subject}
          options={subjects.map((attemptId) => ({ value: attemptId ?? wholeResult, label: formatSubject(attemptId) }))}
          onValueChange={setSubject}
        />
        <TextAreaField
          label={t('protests.reason')}
          hint={t('protests.reasonHint', { used: formatNumber(reason.length, lang), limit: formatNumber(protestLimits.reason, lang) })}
          value={reason}
          maxLength={protestLimits.reason}
          required
          error={failure?.fields.reason}
          onValueChange={setReason}
        />
        <DialogActions>
          <SubmitButton submitting={submitting}>{t('protests.send')}</SubmitButton>
          <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
            {t('protests.cancel')}
          </button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
