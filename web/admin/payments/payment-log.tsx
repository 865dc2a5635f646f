import { Anchor, Text, Timeline } from '@mantine/core'
import { Link } from 'react-router'
import { type PaymentState, type PaymentStep, paymentStates } from '#contract/payment.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const isState = (value: unknown): value is PaymentState => (paymentStates as readonly unknown[]).includes(value)

/** Shows the log of a payment, the oldest entry first, with links to the administrators. Messages of the gateway are shown as they are. */
export function PaymentLog({ steps }: { steps: PaymentStep[] }) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const formatStepName = (kind: string) => (i18n.exists(`adminPayments.step.${kind}`) ? t(`adminPayments.step.${kind as 'state'}`) : kind)
  const formatStepData = ({ kind, data }: PaymentStep): string => {
    const { from, to, ...rest } = data
    const change =
      kind === 'state' && isState(from) && isState(to)
        ? [t('adminPayments.changed', { from: t(`adminPayments.states.${from}`), to: t(`adminPayments.states.${to}`) })]
        : []
    const more = Object.entries(rest)
      .filter(([key, value]) => value !== '' && value !== false && !['occasion'].includes(key))
      .map(([, value]) => `\u2068${Array.isArray(value) ? value.join(', ') : String(value)}\u2069`)
    return [...change, ...more].join(' · ')
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
                  <bdi>{step.actor.name}</bdi>
                </Anchor>
              </>
            ) : null}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
