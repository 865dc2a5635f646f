import { ActionIcon, Alert, Anchor, Button, Group, Loader, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useOutletContext, useSearchParams } from 'react-router'
import type { PaymentReconciliation, PaymentRecord } from '#contract/money/payment.schema.ts'
import { paymentMethods, paymentStates } from '#contract/money/payment.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { languages } from '#i18n/languages.ts'
import type { PaymentMode } from '#web/admin/admin-layout.tsx'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconListDetails, IconScale, IconSum } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { PaymentDetailsAndActionsDialog } from './payment-dialog.tsx'
import { formatDifferingOrderFields, formatPaymentMethod, PaymentStateBadge } from './payment-labels.tsx'

/** Shows a dialog with the differences of the last reconciliation, and a button that starts a new one. */
function ReconciliationDialog({
  onClose,
  onOpen,
}: {
  onClose: () => void
  onOpen: (paymentId: string) => void
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [report, setReport] = useState<PaymentReconciliation | null>()
  const { submitting, failure, submit } = useSubmitWithInvalidFieldFocus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void submit(async () => setReport((await callApi('GET /api/admin/payments/reconcile')).reconciliation))
  }, [])
  const reconcile = () =>
    submit(async () => setReport((await callApi('POST /api/admin/payments/reconcile')).reconciliation))
  const number = (value: number) => new Intl.NumberFormat(languages[lang].locale).format(value)
  const title = t('adminPayments.reconcileTitle')
  const renderReport = ({ at, gateway, checked, differences }: PaymentReconciliation) => (
    <>
      <Text role="status">
        {t('adminPayments.reconcileAt', { at: formatDateTime(at) })}{' '}
        {gateway
          ? t('adminPayments.asked', { count: checked, formatted: number(checked) })
          : t('adminPayments.withoutGateway')}
      </Text>
      {differences.length === 0 ? (
        <Alert color="teal">{t('adminPayments.none')}</Alert>
      ) : (
        <StackedTable
          label={title}
          minWidth={480}
          rows={differences}
          getKey={({ kind, team, paymentId }) => `${kind} ${team.id} ${paymentId}`}
          columns={[
            {
              title: t('adminPayments.team'),
              render: ({ team }) => (
                <>
                  <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                    <Bdi>{team.name}</Bdi>
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {t('adminPayments.teamNo', { number: team.teamNo })}
                  </Text>
                </>
              ),
            },
            {
              title: t('adminPayments.difference'),
              render: ({ kind, fields, message }) => (
                <>
                  {t(`adminPayments.kinds.${kind}`)}
                  {fields.length > 0 || message ? (
                    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {formatDifferingOrderFields(t, fields)}
                      {fields.length > 0 && message ? ' · ' : null}
                      <bdi dir="ltr">{message}</bdi>
                    </Text>
                  ) : null}
                </>
              ),
            },
            {
              title: t('admin.list.actions'),
              isActions: true,
              render: ({ team, paymentId }) =>
                paymentId ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t('adminPayments.open')}: ${team.name}`}
                    onClick={() => onOpen(paymentId)}
                  >
                    {t('adminPayments.open')}
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
    </>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={title}
      closeButtonProps={{ 'aria-label': t('admin.list.close') }}
    >
      <Stack>
        <ErrorAlert message={failure?.message} />
        {report ? (
          renderReport(report)
        ) : report === null ? (
          <Text>{t('adminPayments.reconcileNever')}</Text>
        ) : submitting ? (
          <Loader aria-label={t('loading')} />
        ) : null}
        <Group justify="flex-end">
          <Button loading={submitting} onClick={() => void reconcile()}>
            {t('adminPayments.reconcileNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Says on the page of payments that the payment page is the stand-in of the demo content. */
function DemoPaymentsNotice() {
  const { t } = useTranslation()
  const { demo } = useOutletContext<PaymentMode>()
  if (!demo) return null
  return (
    <Alert color="yellow" mb="sm" py="xs">
      <strong>{t('adminPayments.demoMode.title')}.</strong> {t('adminPayments.demoMode.text')}
    </Alert>
  )
}

const pageSizes = [10, 25, 100]
/**
 * Shows the list of payments, the newest first; a row opens the dialog of its payment, which the query
 * `payment` names.
 */
function PaymentList() {
  const { t, i18n } = useTranslation()
  const isLimited = useIsLimitedToRegions()
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
  const list = useLoadedListWithUrlQuery<PaymentRecord>({
    pageSizes,
    filters: ['state', 'method'],
    sortKeys: listSortKeys.payments,
    load: async ({ page, perPage, search, filters, sort }, signal) => {
      const query = toListQuery({ page, perPage, search, sort, ...filters })
      const { payments, totalItems } = await callApi('GET /api/admin/payments', { query, signal })
      return { rows: payments, total: totalItems }
    },
  })
  return (
    <>
      <DemoPaymentsNotice />
      <RecordListWithToolbarAndActions
        name="payments"
        entity="payment"
        list={list}
        getName={({ team }) => team.name}
        tools={
          <>
            <Button
              component={Link}
              to="/admin/payments/totals"
              variant="default"
              leftSection={<IconSum size={18} aria-hidden />}
            >
              {t('adminPayments.totals.title')}
            </Button>
            {isLimited ? null : (
              <Button
                variant="default"
                leftSection={<IconScale size={18} aria-hidden />}
                onClick={() => setComparing(true)}
              >
                {t('adminPayments.reconcile')}
              </Button>
            )}
          </>
        }
        columns={[
          {
            key: 'team',
            title: t('adminPayments.team'),
            text: ({ team }) => team.name,
            render: ({ team }) => (
              <Stack gap={0} miw={175}>
                <Anchor component={Link} to={`/admin/team/${team.id}/view`} fw={600}>
                  <Bdi>{team.name}</Bdi>
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
            render: (payment) => (
              <>
                <bdi>{formatMoney(payment, lang)}</bdi>
                {payment.refundedAmount > 0 && payment.state !== 'refunded' ? (
                  <Text size="sm" c="dimmed">
                    {t('adminPayments.step.refunded')}:{' '}
                    <bdi>{formatMoney({ ...payment, amount: payment.refundedAmount }, lang)}</bdi>
                  </Text>
                ) : null}
              </>
            ),
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
            noWrap: true,
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
            noWrap: true,
            text: ({ createdAt }) => createdAt,
            render: ({ createdAt }) => formatDateTime(createdAt),
          },
        ]}
        actions={({ id, team }) => (
          <Tooltip label={t('adminPayments.open')}>
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={`${t('adminPayments.open')}: ${team.name}`}
              onClick={() => openPayment(id)}
            >
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
      {opened ? (
        <PaymentDetailsAndActionsDialog
          key={opened}
          id={opened}
          onClose={() => openPayment(null)}
          onChanged={() => void list.reload()}
        />
      ) : null}
    </>
  )
}

export default function PaymentsAndReconciliationPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.payment.many')} · ${t('name')}`}</title>
      <PaymentList />
    </>
  )
}
