import { ActionIcon, Alert, Anchor, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconListDetails, IconScale, IconSum } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listSortKeys } from '#contract/list-sort.ts'
import { type PaymentFilter, type PaymentRecord, paymentMethods, paymentStates } from '#contract/payment.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { useListState } from '#web/admin/shared/use-list-state.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { formatPaymentMethod } from './format-payment-method.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentStateBadge } from './payment-state-badge.tsx'
import { ReconciliationDialog } from './reconciliation-dialog.tsx'
import { usePaymentMode } from './use-payment-mode.ts'

/** Says on the page of payments that the payment page is the stand-in of the demo content. */
function DemoPaymentsNotice() {
  const { t } = useTranslation()
  const { demo } = usePaymentMode()
  if (!demo) return null
  return (
    <Alert color="yellow" mb="md" title={t('adminPayments.demoMode.title')} styles={{ title: { color: 'var(--mantine-color-text)' } }}>
      {t('adminPayments.demoMode.text')}
    </Alert>
  )
}

const pageSizes = [10, 25, 100]
/** Shows the list of payments, the newest first; a row opens the dialog of its payment, which the query `payment` names. */
export function PaymentList() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [params, setParams] = useSearchParams()
  const opened = params.get('payment')
  const openPayment = (id: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('payment', id)
        else next.delete('payment')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const [comparing, setComparing] = useState(false)
  const list = useListState<PaymentRecord>({
    pageSizes,
    filters: ['state', 'method'],
    sortKeys: listSortKeys.payments,
    load: ({ page, perPage, search, filters, sort }, signal) =>
      adminApi.payments.list({ page, perPage, search, sort, ...(filters as Pick<PaymentFilter, 'state' | 'method'>) }, signal),
  })
  return (
    <>
      <DemoPaymentsNotice />
      <DataList
        name="payments"
        entity="payment"
        list={list}
        getName={({ team }) => team.name}
        tools={
          <>
            <Button component={Link} to="/admin/payments/totals" variant="default" leftSection={<IconSum size={18} aria-hidden />}>
              {t('adminPayments.totals.title')}
            </Button>
            <Button variant="default" leftSection={<IconScale size={18} aria-hidden />} onClick={() => setComparing(true)}>
              {t('adminPayments.reconcile')}
            </Button>
          </>
        }
        columns={[
          {
            key: 'team',
            title: t('adminPayments.team'),
            text: ({ team }) => team.name,
            render: ({ team }) => (
              <Stack gap={0}>
                <Anchor component={Link} to={`/admin/team/${team.id}/view`} fw={600}>
                  <bdi>{team.name}</bdi>
                </Anchor>
                <Text size="sm" c="dimmed">
                  {t('adminPayments.teamNo', { number: team.teamNo })} · {team.competition[lang]}
                </Text>
              </Stack>
            ),
          },
          {
            key: 'amount',
            title: t('adminPayments.amount'),
            number: true,
            text: ({ amount }) => amount,
            render: (payment) => <bdi>{formatMoney(payment, lang)}</bdi>,
          },
          {
            key: 'state',
            title: t('adminPayments.state'),
            text: ({ state }) => state,
            render: ({ state, test, demo }) => (
              <Group gap={6}>
                <PaymentStateBadge state={state} />
                {test ? (
                  <Text size="sm" c="dimmed">
                    {t(demo ? 'adminPayments.demo' : 'adminPayments.test')}
                  </Text>
                ) : null}
              </Group>
            ),
          },
          {
            key: 'method',
            title: t('adminPayments.method'),
            text: ({ method }) => method,
            render: (payment) => formatPaymentMethod(t, payment),
          },
          {
            key: 'receipt',
            title: t('adminPayments.receipt'),
            text: ({ receipt }) => receipt,
            render: ({ id, receipt }) =>
              receipt ? (
                <a href={`/payment/receipt/${id}/`} target="_blank" rel="noreferrer">
                  <bdi dir="ltr">{receipt}</bdi>
                </a>
              ) : (
                '–'
              ),
          },
          {
            key: 'at',
            title: t('adminPayments.at'),
            text: ({ createdAt }) => createdAt,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
        actions={({ id, team }) => (
          <Tooltip label={t('adminPayments.open')}>
            <ActionIcon variant="subtle" size={36} aria-label={`${t('adminPayments.open')}: ${team.name}`} onClick={() => openPayment(id)}>
              <IconListDetails size={20} />
            </ActionIcon>
          </Tooltip>
        )}
        filters={[
          {
            name: 'state',
            label: t('adminPayments.state'),
            options: paymentStates.map((value) => ({ value, label: t(`adminPayments.states.${value}`) })),
          },
          {
            name: 'method',
            label: t('adminPayments.method'),
            options: paymentMethods.map((value) => ({ value, label: t(`adminPayments.methods.${value}`) })),
          },
        ]}
      />
      {comparing ? <ReconciliationDialog onClose={() => setComparing(false)} onOpen={openPayment} /> : null}
      {opened ? <PaymentDialog key={opened} id={opened} onClose={() => openPayment(null)} onChanged={() => void list.reload()} /> : null}
    </>
  )
}
