import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { LeaveRequest } from '#contract/team-leave.schema.ts'
import { PaymentReasonField } from '#web/admin/payments/payment-reason-form.tsx'
import { parseRefundAmount, RefundAmountField, type RefundChoice } from '#web/admin/payments/refund-form.tsx'
import { ErrorAlert, getErrorMessage, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type ApproveLeaveDialogProps = { request: LeaveRequest; onClose: () => void; onDecided: () => void }

/**
 * Asks whether a team may leave and, for a payment at the gateway, how much of it is refunded. Stays open
 * with a link to the payment when the gateway made no refund.
 */
function ApproveLeaveDialog({ request: { team, payment }, onClose, onDecided }: ApproveLeaveDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const submission = useSubmitWithErrorFocus()
  const [choice, setChoice] = useState<RefundChoice>({ kind: 'rest', typed: '' })
  const [reason, setReason] = useState<string>(t('adminTeams.leave.refundReason'))
  const [failedRefund, setFailedRefund] = useState<'refused' | 'unanswered'>()
  const refundable = payment?.method === 'telr' ? payment : undefined
  const amount = refundable ? parseRefundAmount(choice, refundable) : 0
  const money =
    refundable && amount ? `\u2068${formatMoney({ amount, currency: refundable.currency }, lang)}\u2069` : ''

  const send = async () => {
    const refund =
      refundable && amount
        ? { reason: reason.trim(), amount, refundedAmount: refundable.refundedAmount }
        : undefined
    const decided = await adminApi.teams.decideLeaveRequest({
      teamId: team.id,
      approved: true,
      ...(refund ? { refund } : {}),
    })
    onDecided()
    if (decided.refund === 'refused' || decided.refund === 'unanswered')
      return setFailedRefund(decided.refund)
    toast.success(
      decided.refund === 'done' ? t('adminTeams.leave.refunded', { amount: money }) : decided.message,
    )
    onClose()
  }
  const submit = () => {
    if (amount === undefined)
      return submission.reject(t('adminPayments.refundPartMissing'), { amount: 'invalid' })
    if (amount > 0 && reason.trim() === '')
      return submission.reject(t('adminPayments.reasonMissing'), { reason: t('adminPayments.reasonMissing') })
    return void submission.submit(send)
  }
  const { failure, submitting } = submission
  const fields = failure?.fields ?? {}
  const hasFieldError = fields.reason !== undefined || (fields.amount !== undefined && choice.kind === 'part')
  return (
    <AdminDialog
      onClose={onClose}
      title={t('adminTeams.leave.question', { name: `\u2068${team.name}\u2069` })}
      centered
    >
      {failedRefund ? (
        <Stack>
          <Alert color="orange" role="alert">
            {t(
              failedRefund === 'refused'
                ? 'adminTeams.leave.refundRefused'
                : 'adminTeams.leave.refundUnanswered',
            )}
          </Alert>
          <Anchor component={Link} to={`/admin/payments?payment=${payment?.id ?? ''}`}>
            {t('adminTeams.leave.toPayment')}
          </Anchor>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Stack>
            <ErrorAlert message={failure && !hasFieldError ? failure.message : undefined} />
            {refundable ? (
              <RefundAmountField
                payment={refundable}
                choice={choice}
                canBeNone
                hasError={fields.amount !== undefined}
                onChange={setChoice}
              />
            ) : (
              <Text size="sm">
                {t(payment ? 'adminTeams.leave.paidManually' : 'adminTeams.leave.refundedByOthers')}
              </Text>
            )}
            {amount === 0 ? null : (
              <PaymentReasonField
                value={reason}
                hint={t('adminPayments.refundReasonHint')}
                error={fields.reason}
                onChange={setReason}
              />
            )}
            <AdminDialogActions onCancel={onClose}>
              <Button type="submit" color="red.9" loading={submitting}>
                {money
                  ? t('adminTeams.leave.approveAndRefund', { amount: money })
                  : t('adminTeams.leave.approve')}
              </Button>
            </AdminDialogActions>
          </Stack>
        </form>
      )}
    </AdminDialog>
  )
}

/**
 * Shows the open requests to leave a competition with a paid team. Renders nothing without requests.
 * `onDecided` is called after each decision.
 */
export function LeaveRequestDecisionList({ onDecided }: { onDecided: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [requests, setRequests] = useState<LeaveRequest[]>([])
  const [approving, setApproving] = useState<LeaveRequest>()
  const [busy, setBusy] = useState(false)
  const load = () => adminApi.teams.leaveRequests().then(setRequests, () => {})
  useEffect(() => {
    void adminApi.teams.leaveRequests().then(setRequests, () => {})
  }, [])
  const refuse = async (teamId: string) => {
    setBusy(true)
    try {
      toast.success((await adminApi.teams.decideLeaveRequest({ teamId, approved: false })).message)
      onDecided()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setBusy(false)
    await load()
  }
  if (requests.length === 0 && !approving) return null
  const label = (action: string, name: string) =>
    t('adminTeams.leave.of', { action, name: `\u2068${name}\u2069` })
  return (
    <Paper withBorder px="md" py="xs" mb="sm" component="section" aria-labelledby="leave-requests">
      <Title order={2} size="h4" id="leave-requests">
        {t('adminTeams.leave.title')}
      </Title>
      <Text size="xs">{t('adminTeams.leave.text')}</Text>
      <Stack gap="xs" mt={4}>
        {requests.map((request) => {
          const { team, requestedAt } = request
          return (
            <Group key={team.id} justify="space-between" gap="xs">
              <Group gap="xs">
                <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                  <Bdi>{team.name}</Bdi>
                </Anchor>
                <Text size="sm" c="dimmed">
                  <Bdi>{team.competition[lang]}</Bdi> ·{' '}
                  {t('adminTeams.leave.asked', { date: formatDateTime(requestedAt) })}
                </Text>
              </Group>
              <Group gap="xs">
                <Button
                  size="sm"
                  variant="default"
                  loading={busy}
                  aria-label={label(t('adminTeams.leave.refuse'), team.name)}
                  onClick={() => void refuse(team.id)}
                >
                  {t('adminTeams.leave.refuse')}
                </Button>
                <Button
                  size="sm"
                  loading={busy}
                  aria-label={label(t('adminTeams.leave.approve'), team.name)}
                  onClick={() => setApproving(request)}
                >
                  {t('adminTeams.leave.approve')}
                </Button>
              </Group>
            </Group>
          )
        })}
      </Stack>
      {approving ? (
        <ApproveLeaveDialog
          request={approving}
          onClose={() => {
            setApproving(undefined)
            void load()
          }}
          onDecided={onDecided}
        />
      ) : null}
    </Paper>
  )
}
