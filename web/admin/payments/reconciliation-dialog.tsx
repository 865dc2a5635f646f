import { Alert, Anchor, Button, Group, Loader, Modal, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { PaymentDifference, PaymentReconciliation } from '#contract/payment.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { ErrorAlert } from '#web/admin/shared/error-alert.tsx'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows a dialog with the differences of the last reconciliation, and a button that starts a new one. */
export function ReconciliationDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (paymentId: string) => void }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const { formatDateTime } = useDateFormat()
  const [report, setReport] = useState<PaymentReconciliation | null>()
  const { submitting, failure, submit } = useAdminSubmit()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void submit(async () => setReport(await adminApi.payments.lastReconciliation()))
  }, [])
  const number = (value: number) => new Intl.NumberFormat(languages[lang].locale).format(value)
  const title = t('adminPayments.reconcileTitle')
  const row = ({ kind, team, paymentId, fields, message }: PaymentDifference) => (
    <Table.Tr key={`${kind} ${team.id} ${paymentId}`}>
      <Table.Td>
        <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
          <bdi>{team.name}</bdi>
        </Anchor>
        <Text size="sm" c="dimmed">
          {t('adminPayments.teamNo', { number: team.teamNo })}
        </Text>
      </Table.Td>
      <Table.Td>
        {t(`adminPayments.kinds.${kind}`)}
        {fields.length > 0 || message ? (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <bdi dir="ltr">{[...fields, message].filter(Boolean).join(', ')}</bdi>
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        {paymentId ? (
          <Button size="xs" variant="default" aria-label={`${t('adminPayments.open')}: ${team.name}`} onClick={() => onOpen(paymentId)}>
            {t('adminPayments.open')}
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
  const renderReport = ({ at, gateway, checked, differences }: PaymentReconciliation) => (
    <>
      <Text role="status">
        {t('adminPayments.reconcileAt', { at: formatDateTime(at) })}{' '}
        {gateway ? t('adminPayments.asked', { count: checked, formatted: number(checked) }) : t('adminPayments.withoutGateway')}
      </Text>
      {differences.length === 0 ? (
        <Alert color="teal">{t('adminPayments.none')}</Alert>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label={title}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('adminPayments.team')}</Table.Th>
                <Table.Th>{t('adminPayments.difference')}</Table.Th>
                <Table.Th>{t('admin.list.actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{differences.map(row)}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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
