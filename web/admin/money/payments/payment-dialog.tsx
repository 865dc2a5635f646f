import {
  Alert,
  Anchor,
  Button,
  Group,
  Loader,
  Modal,
  Stack,
  Table,
  Text,
  Timeline,
  Title,
} from '@mantine/core'
import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Payer, PaymentDecision, PaymentRecord, PaymentStep } from '#contract/money/payment.schema.ts'
import { isReceivedAndNotFullyRefunded, type PaymentState, paymentStates } from '#contract/money/payment.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import type { CallResponse } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { formatDifferingOrderFields, formatPaymentMethod, PaymentStateBadge } from './payment-labels.tsx'
import { PaymentReasonForm } from './payment-reason-form.tsx'
import { RefundOrResolvePendingRefundForm } from './refund-form.tsx'

const isState = (value: unknown): value is PaymentState =>
  (paymentStates as readonly unknown[]).includes(value)

/**
 * Shows the log of a payment, the oldest entry first, with links to the administrators. Messages of the
 * gateway are shown as they are.
 */
export function PaymentLog({ steps, currency }: { steps: PaymentStep[]; currency: string }) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatStepName = (kind: string) =>
    i18n.exists(`adminPayments.step.${kind}`) ? t(`adminPayments.step.${kind as 'state'}`) : kind
  const formatStepData = ({ kind, data }: PaymentStep): string => {
    const { from, to, amount, ...rest } = data
    const money = typeof amount === 'number' ? [formatMoney({ amount, currency }, i18n.language)] : []
    const change =
      kind === 'state' && isState(from) && isState(to)
        ? [
            t('adminPayments.changed', {
              from: t(`adminPayments.states.${from}`),
              to: t(`adminPayments.states.${to}`),
            }),
          ]
        : []
    const formatValue = (key: string, value: unknown): string => {
      if (typeof value === 'boolean') return value && key === 'atGateway' ? t('adminPayments.atGateway') : ''
      if (Array.isArray(value)) return formatDifferingOrderFields(t, value)
      return key === 'occasion' ? '' : String(value)
    }
    const more = Object.entries(rest)
      .map(([key, value]) => formatValue(key, value))
      .filter((text) => text !== '')
    return joinTexts([...money, ...change, ...more], i18n.language)
  }
  return (
    <Timeline bulletSize={14} lineWidth={2} active={steps.length}>
      {steps.map((step) => (
        <Timeline.Item key={step.id} title={formatStepName(step.kind)}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {formatStepData(step)}
          </Text>
          <Text size="sm" c="dimmed">
            {formatDateTime(step.at)}
            {step.actor ? (
              <>
                {' · '}
                <Anchor component={Link} to={`/admin/users/${step.actor.id}/edit`} size="sm">
                  <Bdi>{step.actor.name}</Bdi>
                </Anchor>
              </>
            ) : null}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

type Details = CallResponse<'GET /api/admin/payments/:paymentId'>

/** Shows a dialog with the details of a payment, its log, and buttons to check, refund or mark it. */
export function PaymentDetailsAndActionsDialog({
  id,
  onClose,
  onChanged,
}: {
  id: string
  onClose: () => void
  onChanged: () => void
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { formatDateTime } = useDateFormat()
  const [details, setDetails] = useState<Details>()
  const [failed, setFailed] = useState(false)
  const [asking, setAsking] = useState<'refund' | 'mark' | 'accept'>()
  const submission = useSubmitWithInvalidFieldFocus()
  const read = useCallback(
    () =>
      callApi('GET /api/admin/payments/:paymentId', { params: { paymentId: id } }).then(setDetails, () => {
        setFailed(true)
      }),
    [id],
  )
  useEffect(() => {
    void read()
  }, [read])
  const changed = async (message: string) => {
    toast.success(message)
    setAsking(undefined)
    onChanged()
    await read()
  }
  const check = () =>
    submission.submit(async () => {
      await callApi('POST /api/payments/:paymentId/check', { params: { paymentId: id } })
      await changed(t('adminPayments.checked'))
    })
  const payment = details?.payment
  const row = (label: string, value: ReactNode) => (
    <Table.Tr>
      <Table.Th scope="row" w="35%">
        {label}
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
    </Table.Tr>
  )
  const body = ({ payment, decision, payer, steps }: Details) => {
    const { state, method, team } = payment
    const money = formatMoney(payment, lang)
    const rest = payment.amount - payment.refundedAmount
    const format = (amount: number) => formatMoney({ amount, currency: payment.currency }, lang)
    const online = method === 'telr'
    const marked = method === 'manual' && state === 'paid'
    return (
      <Stack>
        {asking === undefined ? null : asking === 'refund' ? (
          <RefundOrResolvePendingRefundForm
            key={payment.refundedAmount}
            payment={payment}
            onCancel={() => setAsking(undefined)}
            onDone={changed}
          />
        ) : asking === 'accept' ? (
          <PaymentReasonForm
            title={t('adminPayments.decision.accept')}
            text={t('adminPayments.decision.acceptText', { amount: format(rest) })}
            action={t('adminPayments.decision.accept')}
            hint={t('adminPayments.decision.reasonHint')}
            onCancel={() => setAsking(undefined)}
            send={async (reason) => {
              const options = { params: { paymentId: id }, json: { reason } }
              await changed((await callApi('POST /api/admin/payments/:paymentId/accept', options)).msg)
            }}
          />
        ) : (
          <PaymentReasonForm
            title={t(marked ? 'adminPayments.markUnpaid' : 'adminPayments.markPaid')}
            text={t('adminPayments.markText')}
            action={t(marked ? 'adminPayments.markUnpaid' : 'adminPayments.markPaid')}
            hint={t('adminPayments.reasonHint')}
            onCancel={() => setAsking(undefined)}
            send={async (reason) => {
              const json = { teamId: team.id, paid: !marked, reason }
              await changed((await callApi('POST /api/admin/payments/mark', { json })).msg)
            }}
          />
        )}
        {payment.refundAskedAt && asking !== 'refund' ? (
          <Alert color="orange">
            {t('adminPayments.refundOpen', { amount: format(payment.refundAskedAmount ?? rest) })}
          </Alert>
        ) : null}
        {decision ? <PaymentDiffersFromTeamNotice payment={payment} decision={decision} /> : null}
        <Table verticalSpacing="xs">
          <Table.Tbody>
            {row(
              t('adminPayments.team'),
              <>
                <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                  <Bdi>{team.name}</Bdi>
                </Anchor>
                {` · ${t('adminPayments.teamNo', { number: team.teamNo })}`}
              </>,
            )}
            {row(t('adminPayments.state'), <PaymentStateBadge state={state} />)}
            {row(t('adminPayments.amount'), <bdi>{money}</bdi>)}
            {payment.refundedAmount > 0
              ? row(
                  t('adminPayments.step.refunded'),
                  t('adminPayments.refundedOf', {
                    refunded: format(payment.refundedAmount),
                    amount: money,
                  }),
                )
              : null}
            {row(t('adminPayments.method'), formatPaymentMethod(t, payment))}
            {payment.receipt
              ? row(
                  t('adminPayments.receipt'),
                  <Anchor href={`/payment/receipt/${payment.id}/`} target="_blank" rel="noreferrer">
                    <bdi dir="ltr">{payment.receipt}</bdi>
                  </Anchor>,
                )
              : null}
            {payer ? row(t('adminPayments.payer'), <PayerLine payer={payer} />) : null}
            {payment.reason ? row(t('adminPayments.reason'), <Bdi>{payment.reason}</Bdi>) : null}
            {online ? row(t('adminPayments.cart'), <bdi dir="ltr">{payment.cartId}</bdi>) : null}
            {payment.orderRef ? row(t('adminPayments.order'), <bdi dir="ltr">{payment.orderRef}</bdi>) : null}
            {payment.transactionRef
              ? row(t('adminPayments.transaction'), <bdi dir="ltr">{payment.transactionRef}</bdi>)
              : null}
          </Table.Tbody>
        </Table>
        <ErrorAlert message={submission.failure?.message} />
        {asking === undefined ? (
          <Group>
            {payment.orderRef && !isReceivedAndNotFullyRefunded(state) && state !== 'refunded' ? (
              <Button variant="default" loading={submission.submitting} onClick={() => void check()}>
                {t('adminPayments.check')}
              </Button>
            ) : null}
            {decision && canAcceptPaymentForTeam(payment, decision) ? (
              <Button onClick={() => setAsking('accept')}>{t('adminPayments.decision.accept')}</Button>
            ) : null}
            {online && isReceivedAndNotFullyRefunded(state) ? (
              <Button variant="default" onClick={() => setAsking('refund')}>
                {t('adminPayments.refund')}
              </Button>
            ) : null}
            {marked || !isReceivedAndNotFullyRefunded(state) ? (
              <Button variant="default" onClick={() => setAsking('mark')}>
                {t(marked ? 'adminPayments.markUnpaid' : 'adminPayments.markPaid')}
              </Button>
            ) : null}
          </Group>
        ) : null}
        <Title order={3} size="h4">
          {t('adminPayments.steps')}
        </Title>
        <PaymentLog steps={steps} currency={payment.currency} />
        <Text size="sm" c="dimmed">
          {formatDateTime(payment.createdAt)} · <bdi dir="ltr">{payment.id}</bdi>
        </Text>
      </Stack>
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={payment ? t('adminPayments.details', { team: payment.team.name }) : t('adminPayments.open')}
      closeButtonProps={{ 'aria-label': t('admin.list.close') }}
    >
      {details ? (
        body(details)
      ) : failed ? (
        <Alert color="red">{t('messages.loadFailed')}</Alert>
      ) : (
        <Loader aria-label={t('loading')} />
      )}
    </Modal>
  )
}

/** Returns whether the money of a payment can still pay for its team. */
export const canAcceptPaymentForTeam = (
  { teamPaid }: Pick<PaymentRecord, 'teamPaid'>,
  { isTeamDeleted }: Pick<PaymentDecision, 'isTeamDeleted'>,
): boolean => !isTeamDeleted && !teamPaid

/** Says in what the order of a payment differs from its team, and what the team owes instead. */
export function PaymentDiffersFromTeamNotice({
  payment,
  decision: { fields, orderedCompetition, orderedSeason, fee, season, isTeamDeleted },
}: {
  payment: PaymentRecord
  decision: PaymentDecision
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const place = isTeamDeleted ? 'deleted' : payment.teamPaid ? 'paid' : payment.teamStatus
  return (
    <Alert color="orange" title={t('adminPayments.kinds.undecided')}>
      {[
        t(`adminPayments.decision.${orderedCompetition ? 'paidFor' : 'paidForUnknown'}`, {
          paid: formatMoney(payment, lang),
          ordered: orderedCompetition?.[lang] ?? '',
          season: orderedSeason,
        }),
        t('adminPayments.decision.owes', {
          competition: payment.team.competition[lang],
          season,
          fee: formatMoney(fee, lang),
        }),
        fields.length > 0
          ? t('adminPayments.decision.differs', { fields: formatDifferingOrderFields(t, fields) })
          : t('adminPayments.decision.movedBack'),
        t(`adminPayments.decision.places.${place}`),
      ].join(' ')}
    </Alert>
  )
}

/** Shows the details of a payer in one line, each with its own direction. */
function PayerLine({ payer: { name, email, phone, city, country } }: { payer: Payer }) {
  return [name, email, phone, city, country].filter(Boolean).map((value, index) => (
    <Fragment key={value}>
      {index > 0 ? ' · ' : null}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}
