import type { Payment } from '#contract/payment.schema.ts'
import type { useTranslation } from '#web/shared/texts.ts'

/** Returns the name of the method of a payment. A payment through the stand-in gateway of the demo content is no payment with Telr. */
export const formatPaymentMethod = (
  t: ReturnType<typeof useTranslation>['t'],
  { method, demo }: Pick<Payment, 'method' | 'demo'>,
): string => (demo && method === 'telr' ? t('adminPayments.demoMethod') : t(`adminPayments.methods.${method}`))
