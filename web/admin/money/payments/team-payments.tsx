import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PaymentOffer } from '#contract/money/payment.schema.ts'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PaymentDetailsAndActionsDialog } from './payment-dialog.tsx'
import { formatPaymentMethod, PaymentStateBadge } from './payment-labels.tsx'
import { PaymentReasonForm } from './payment-reason-form.tsx'

/**
 * Shows the fee and the payments of a team in its page of the back office to users with the permission `finance`, with
 * a button to mark the team as paid.
 */
export function TeamPaymentsAndMarkPaidSection({
  offer,
  onChanged,
}: {
  offer: PaymentOffer
  onChanged: () => void
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [open, setOpen] = useState<string>()
  const [marking, setMarking] = useState(false)
  const { payments, paid, team } = offer
  const missingLinkReason = paid
    ? 'paid'
    : offer.amount === 0
      ? 'noFee'
      : offer.status !== 'registered'
        ? 'noPlace'
        : offer.online
          ? undefined
          : 'notSetUp'
  return (
    <Paper withBorder p="md" component="section" aria-label={t('adminEntities.payment.many')}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {t('adminEntities.payment.many')}
          </Title>
          {paid || marking ? null : (
            <Group>
              {missingLinkReason === undefined ? (
                <Anchor href={`/payment/telr?team_id=${team.id}`} target="_blank" rel="noopener">
                  {t('payment.pay')}
                </Anchor>
              ) : null}
              <Button variant="default" onClick={() => setMarking(true)}>
                {t('adminPayments.markPaid')}
              </Button>
            </Group>
          )}
        </Group>
        {missingLinkReason ? (
          <Text size="sm" c="dimmed">
            {t(`adminPayments.noLink.${missingLinkReason}`)}
          </Text>
        ) : null}
        <Text>
          {t(paid ? 'payment.fee' : 'payment.amount')}: <bdi>{formatMoney(offer, lang)}</bdi>
        </Text>
        {marking ? (
          <PaymentReasonForm
            title={t('adminPayments.markPaid')}
            text={t('adminPayments.markText')}
            action={t('adminPayments.markPaid')}
            hint={t('adminPayments.reasonHint')}
            onCancel={() => setMarking(false)}
            send={async (reason) => {
              const json = { teamId: team.id, paid: true, reason }
              toast.success((await callApi('POST /api/admin/payments/mark', { json })).msg)
              setMarking(false)
              onChanged()
            }}
          />
        ) : null}
        {payments.length > 0 ? (
          <StackedTable
            label={`${t('adminEntities.payment.many')}: ${team.name}`}
            minWidth={520}
            rows={payments}
            getKey={({ id }) => id}
            columns={[
              {
                title: t('adminPayments.at'),
                render: (payment) => (
                  <Anchor component="button" type="button" onClick={() => setOpen(payment.id)}>
                    {formatDateTime(payment.createdAt)}
                  </Anchor>
                ),
              },
              { title: t('adminPayments.state'), render: ({ state }) => <PaymentStateBadge state={state} /> },
              {
                title: t('adminPayments.amount'),
                render: (payment) => <bdi>{formatMoney(payment, lang)}</bdi>,
              },
              { title: t('adminPayments.method'), render: (payment) => formatPaymentMethod(t, payment) },
              {
                title: t('adminPayments.receipt'),
                render: ({ receipt }) => (receipt ? <bdi dir="ltr">{receipt}</bdi> : '–'),
              },
            ]}
          />
        ) : null}
      </Stack>
      {open === undefined ? null : (
        <PaymentDetailsAndActionsDialog id={open} onClose={() => setOpen(undefined)} onChanged={onChanged} />
      )}
    </Paper>
  )
}
