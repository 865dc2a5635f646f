import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type ErasureDecision,
  type ErasureGround,
  erasureGrounds,
  erasureReasonMaxLength,
} from '#contract/personal-data.ts'
import { getErasureDueDate } from '#contract/rules/retention.ts'
import type { UserRecord } from '#contract/user.ts'
import { useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type Props = {
  user: UserRecord
  onClose: () => void
  onDone: (decision: ErasureDecision['decision']) => void
}

/** Shows a dialog that erases a user immediately or refuses the request of the user with a reason. */
export function ErasureDecisionDialog({ user, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const { submitting, failure, submit, reject } = useSubmitWithErrorFocus()
  const [reason, setReason] = useState('')
  const name = `\u2068${`${user.firstName} ${user.lastName}`.trim()}\u2069`
  const [ground, setGround] = useState<ErasureGround>('asked')
  const decide = (decision: ErasureDecision) =>
    void submit(async () => {
      const { msg } = await callApi('POST /api/admin/users/erasure', { json: { id: user.id, ...decision } })
      toast.success(msg)
      onDone(decision.decision)
    })
  const refuse = () => {
    if (!reason.trim()) return reject(t('messages.formIncomplete'), { reason: t('fieldErrors.required') })
    decide({ decision: 'refuse', reason: reason.trim() })
  }
  return (
    <AdminDialog onClose={onClose} title={t('adminUsers.erasure.title', { name })} centered>
      <Stack>
        <Text>
          {user.erasureRequestedAt
            ? t('adminUsers.erasure.asked', {
                day: formatDate(user.erasureRequestedAt),
                due: formatDate(getErasureDueDate(user.erasureRequestedAt)),
              })
            : t('adminUsers.erasure.notAsked')}
        </Text>
        <Text c="dimmed">{t('adminUsers.erasure.what')}</Text>
        {failure ? <Alert color="red">{failure.message}</Alert> : null}
        {user.erasureRequestedAt ? (
          <Textarea
            label={t('adminUsers.erasure.refusalReason')}
            description={t('adminUsers.erasure.reasonHint')}
            dir="auto"
            autosize
            minRows={2}
            maxLength={erasureReasonMaxLength}
            data-autofocus
            value={reason}
            error={failure?.fields.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : (
          <NativeSelect
            rightSection={<span />}
            label={t('adminUsers.erasure.ground')}
            description={t('adminUsers.erasure.groundHint')}
            data-autofocus
            value={ground}
            data={erasureGrounds.map((value) => ({ value, label: t(`userFields.options.reason.${value}`) }))}
            onChange={(event) => setGround(event.currentTarget.value as ErasureGround)}
          />
        )}
        <Group justify="flex-end">
          {user.erasureRequestedAt ? (
            <Button variant="default" loading={submitting} onClick={refuse}>
              {t('adminUsers.erasure.refuse')}
            </Button>
          ) : null}
          <Button color="red.9" loading={submitting} onClick={() => decide({ decision: 'erase', ground })}>
            {t('adminUsers.erasure.erase')}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}
