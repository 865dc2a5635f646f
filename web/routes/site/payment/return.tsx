import { PaymentFrame } from '#web/features/payment/frame.tsx'
import { PaymentOutcome } from '#web/features/payment/outcome.tsx'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { siteName } from '#web/lib/site-name.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/return.ts'

const load = async (api: Api, name: string) => ({ settings: await api.content.settings(name).catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName())

/** Where the gateway sends the browser back to, whatever happened there. */
export default function PaymentReturn({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <PaymentFrame title={t('payment.title')} text={t('payment.text')}>
      <PaymentOutcome paymentId={params.paymentId} contact={loaderData.settings?.contact} />
    </PaymentFrame>
  )
}
