import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import {
  type ErasureDecision,
  type ErasureGround,
  erasureGrounds,
  erasureReasonMaxLength,
} from '#contract/accounts/personal-data.ts'
import { getErasureGracePeriodEnd } from '#contract/accounts/retention.ts'
import type { UserRecord } from '#contract/accounts/user.ts'
import { ErrorAlert } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { getFailureMessage, useForm } from '#web/admin/shared/form-dialog.tsx'
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
export function EraseUserOrRefuseRequestDialog({ user, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { formatDate } = useDateFormat()
  const name = `${user.firstName} ${user.lastName}`.trim()
  const form = useForm({
    initialValues: { reason: '', ground: 'asked' as ErasureGround },
    findProblem: ({ reason }, decision?: ErasureDecision['decision']) =>
      decision === 'refuse' && reason.trim() === ''
        ? { fields: { reason: t('fieldErrors.required') } }
        : undefined,
    send: async ({ reason, ground }, decision: ErasureDecision['decision'] = 'refuse') => {
      const { msg } = await callApi('POST /api/admin/users/erasure', {
        json: {
          id: user.id,
          ...(decision === 'refuse' ? { decision, reason: reason.trim() } : { decision, ground }),
        },
      })
      toast.success(msg)
      onDone(decision)
    },
    describeFailure: getFailureMessage,
  })
  return (
    <AdminDialog onClose={onClose} title={t('adminUsers.erasure.title', { name })} centered>
      <Stack>
        <Text>
          {user.erasureRequestedAt
            ? t('adminUsers.erasure.asked', {
                day: formatDate(user.erasureRequestedAt),
                due: formatDate(getErasureGracePeriodEnd(user.erasureRequestedAt)),
              })
            : t('adminUsers.erasure.notAsked')}
        </Text>
        <Text c="dimmed">{t('adminUsers.erasure.what')}</Text>
        <ErrorAlert message={form.problem} />
        {user.erasureRequestedAt ? (
          <Textarea
            label={t('adminUsers.erasure.refusalReason')}
            description={t('adminUsers.erasure.reasonHint')}
            dir="auto"
            autosize
            minRows={2}
            maxLength={erasureReasonMaxLength}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        ) : (
          <NativeSelect
            rightSection={<span />}
            label={t('adminUsers.erasure.ground')}
            description={t('adminUsers.erasure.groundHint')}
            data-autofocus
            {...form.getInputProps('ground')}
            data={erasureGrounds.map((value) => ({ value, label: t(`userFields.options.reason.${value}`) }))}
          />
        )}
        <Group justify="flex-end">
          {user.erasureRequestedAt ? (
            <Button variant="default" loading={form.submitting} onClick={() => void form.submit('refuse')}>
              {t('adminUsers.erasure.refuse')}
            </Button>
          ) : null}
          <Button color="red.9" loading={form.submitting} onClick={() => void form.submit('erase')}>
            {t('adminUsers.erasure.erase')}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}
