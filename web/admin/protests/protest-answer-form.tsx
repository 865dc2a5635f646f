import { Button, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type ProtestDecision, protestLimits } from '#contract/protest.ts'
import { DialogActions } from '#web/admin/shared/dialog-actions.tsx'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { eventId: string; protestId: string; onClose: () => void; onAnswered: () => void; children: ReactNode }

/** Accepts or rejects a protest with an answer, which is mailed to the account that sent it. `children` are above the answer, with its buttons in view. */
export function ProtestAnswerForm({ eventId, protestId, onClose, onAnswered, children }: Props) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState('')
  const { failure, submitting, submit, reject } = useAdminSubmit()
  const send = (decision: ProtestDecision) => {
    if (answer.trim() === '') return reject(t('messages.formIncomplete'), { answer: t('fieldErrors.required') })
    void submit(async () => {
      toast.success((await adminApi.protests.answer(eventId, protestId, { decision, answer })).msg)
      onAnswered()
    })
  }
  return (
    <Stack>
      {children}
      <ErrorAlert message={failure?.message} />
      <Textarea
        label={t('adminProtests.answer')}
        description={t('adminProtests.answerHint')}
        required
        dir="auto"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={protestLimits.answer}
        value={answer}
        error={failure?.fields.answer}
        onChange={(change) => setAnswer(change.currentTarget.value)}
      />
      <DialogActions onCancel={onClose}>
        <Button variant="default" disabled={submitting} onClick={() => send('rejected')}>
          {t('adminProtests.reject')}
        </Button>
        <Button disabled={submitting} onClick={() => send('accepted')}>
          {t('adminProtests.accept')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
