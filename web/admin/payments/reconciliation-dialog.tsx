import { Alert, Anchor, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentReconciliation } from '#contract/payment.ts'
import { languages } from '#i18n/languages.ts'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows a dialog with the differences of the last reconciliation, and a button that starts a new one. */
export function ReconciliationDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (paymentId: string) => void }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [report, setReport] = useState<PaymentReconciliation | null>()
  const { submitting, failure, submit } = useAdminSubmit()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void submit(async () => setReport(await adminApi.payments.lastReconciliation()))
  }, [])
  const number = (value: number) => new Intl.NumberFormat(languages[lang].locale).format(value)
  const title = t('adminPayments.reconcileTitle')
  const renderReport = ({ at, gateway, checked, differences }: PaymentReconciliation) => (
    <>
      <Text role="status">
        {t('adminPayments.reconcileAt', { at: formatDateTime(at) })}{' '}
        {gateway ? t('adminPayments.asked', { count: checked, formatted: number(checked) }) : t('adminPayments.withoutGateway')}
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
                    <bdi>{team.name}</bdi>
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
                      <bdi dir="ltr">{[...fields, message].filter(Boolean).join(', ')}</bdi>
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
    <Modal opened onClose={onClose} size="xl" title={title} closeButtonProps={{ 'aria-label': t('admin.list.close') }}>
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
          <Button loading={submitting} onClick={() => void submit(async () => setReport(await adminApi.payments.reconcile()))}>
            {t('adminPayments.reconcileNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
