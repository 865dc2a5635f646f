import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LeaveRequest } from '#contract/people/teams/team-leave.schema.ts'
import {
  findMissingReasonProblem,
  PaymentReasonField,
} from '#web/admin/money/payments/payment-reason-form.tsx'
import {
  computeChosenRefundAmount,
  describeRefundFailureOutsideFields,
  RefundAmountField,
  type RefundChoice,
} from '#web/admin/money/payments/refund-form.tsx'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { Form, FormButtons, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const getPaymentPath = ({ id }: { id: string }) => `/admin/payments?payment=${id}`

/** `onClose` gets whether the team has left. */
type ApproveLeaveDialogProps = { request: LeaveRequest; onClose: (decided: boolean) => void }

/**
 * Asks whether a team may leave and, for a payment at the gateway, how much of it is refunded. Stays open
 * with a link to the payment when the gateway made no refund.
 */
function ApproveLeaveDialog({ request: { team, payment }, onClose }: ApproveLeaveDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [failedRefund, setFailedRefund] = useState<'refused' | 'unanswered'>()
  const refundable = payment?.method === 'telr' ? payment : undefined
  const getAmount = ({ choice }: { choice: RefundChoice }) =>
    refundable ? computeChosenRefundAmount(choice, refundable) : 0
  const format = (amount: number | undefined) =>
    refundable && amount ? formatMoney({ amount, currency: refundable.currency }, lang) : ''
  const form = useForm({
    initialValues: {
      choice: { kind: 'rest', typed: '' } as RefundChoice,
      reason: t('adminTeams.leave.refundReason') as string,
    },
    findProblem: (values) => {
      const amount = getAmount(values)
      if (amount === undefined) return { fields: { amount: t('adminPayments.refundPartMissing') } }
      return amount > 0 ? findMissingReasonProblem(t, values.reason) : undefined
    },
    send: async ({ reason, ...values }) => {
      const amount = getAmount(values)
      const refund =
        refundable && amount
          ? { reason: reason.trim(), amount, refundedAmount: refundable.refundedAmount }
          : undefined
      const decided = await callApi('POST /api/admin/teams/leave-requests', {
        json: { teamId: team.id, approved: true, refund },
      })
      if (decided.refund === 'refused' || decided.refund === 'unanswered')
        return setFailedRefund(decided.refund)
      toast.success(
        decided.refund === 'done' ? t('adminTeams.leave.refunded', { amount: format(amount) }) : decided.msg,
      )
      onClose(true)
    },
    describeFailure: (failure, { choice }) => describeRefundFailureOutsideFields(failure, choice),
  })
  const amount = getAmount(form.values)
  const money = format(amount)
  return (
    <AdminDialog
      onClose={() => onClose(failedRefund !== undefined)}
      title={t('adminTeams.leave.question', { name: team.name })}
      centered
    >
      {failedRefund && payment ? (
        <Stack>
          <Alert color="orange" role="alert">
            {t(
              failedRefund === 'refused'
                ? 'adminTeams.leave.refundRefused'
                : 'adminTeams.leave.refundUnanswered',
            )}
          </Alert>
          <Anchor component={Link} to={getPaymentPath(payment)}>
            {t('adminTeams.leave.toPayment')}
          </Anchor>
        </Stack>
      ) : (
        <Form form={form}>
          {refundable ? (
            <RefundAmountField
              payment={refundable}
              choice={form.values.choice}
              canBeNone
              hasError={form.errors.amount !== undefined}
              onChange={(choice) => form.set({ choice })}
            />
          ) : (
            <Text size="sm">
              {t(payment ? 'adminTeams.leave.paidManually' : 'adminTeams.leave.refundedByOthers')}
            </Text>
          )}
          {amount === 0 ? null : (
            <PaymentReasonField
              hint={t('adminPayments.refundReasonHint')}
              {...form.getInputProps('reason')}
            />
          )}
          <FormButtons
            form={form}
            action={
              money
                ? t('adminTeams.leave.approveAndRefund', { amount: money })
                : t('adminTeams.leave.approve')
            }
            color="red.9"
            onClose={() => onClose(false)}
          />
        </Form>
      )}
    </AdminDialog>
  )
}

type LeaveRequestListProps = {
  requests: readonly LeaveRequest[]
  /** True on the page of the team that asks, which names it already. */
  isOfOneTeam?: boolean
  /** Called after each decision: the requests must be loaded again. */
  onDecided: (approved: boolean) => void
}

/**
 * Shows the open requests to leave a competition with a paid team, with their payments, and lets those with
 * the permission decide. Renders nothing without requests.
 */
export function CompetitionLeaveRequestDecisionList({
  requests,
  isOfOneTeam = false,
  onDecided,
}: LeaveRequestListProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const mayDecide = useHasPermission('registration')
  const [approving, setApproving] = useState<LeaveRequest>()
  const [busy, setBusy] = useState(false)
  const refuse = async (teamId: string) => {
    setBusy(true)
    try {
      const json = { teamId, approved: false }
      toast.success((await callApi('POST /api/admin/teams/leave-requests', { json })).msg)
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setBusy(false)
    onDecided(false)
  }
  if (requests.length === 0 && !approving) return null
  const label = (action: string, name: string) => tAttribute('adminTeams.leave.of', { action, name })
  return (
    <Paper withBorder px="md" py="xs" mb="sm" component="section" aria-labelledby="leave-requests">
      <Title order={2} size="h4" id="leave-requests">
        {t(isOfOneTeam ? 'adminTeams.leave.oneTitle' : 'adminTeams.leave.title')}
      </Title>
      <Text size="xs">{t(isOfOneTeam ? 'adminTeams.leave.oneText' : 'adminTeams.leave.text')}</Text>
      <Stack gap="xs" mt={4}>
        {requests.map((request) => {
          const { team, requestedAt, payment } = request
          const asked = t('adminTeams.leave.asked', { date: formatDateTime(requestedAt) })
          return (
            <Group key={team.id} justify="space-between" gap="xs">
              <Group gap="xs">
                {isOfOneTeam ? (
                  <Text size="sm">{asked}</Text>
                ) : (
                  <>
                    <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                      <Bdi>{team.name}</Bdi>
                    </Anchor>
                    <Text size="sm" c="dimmed">
                      <Bdi>{team.competition[lang]}</Bdi> · {asked}
                    </Text>
                  </>
                )}
                {payment ? (
                  <Anchor component={Link} to={getPaymentPath(payment)} size="sm">
                    {t('adminTeams.leave.toPayment')}
                    <VisuallyHidden>: {team.name}</VisuallyHidden>
                  </Anchor>
                ) : null}
              </Group>
              {mayDecide ? (
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
              ) : null}
            </Group>
          )
        })}
      </Stack>
      {approving ? (
        <ApproveLeaveDialog
          request={approving}
          onClose={(decided) => {
            setApproving(undefined)
            if (decided) onDecided(true)
          }}
        />
      ) : null}
    </Paper>
  )
}
