import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/payment-return-page.ts'
import { PaymentLayout } from './payment-layout.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'

const load = async (api: PublicApi, name: string) => ({ settings: await api.content.settings(name).catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getSiteCode())

/** Shows a page to which the gateway redirects the browser after every outcome. */
export default function PaymentReturnPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <PaymentLayout title={t('payment.title')} text={t('payment.text')}>
      <PaymentOutcome paymentId={params.paymentId} contact={loaderData.settings?.contact} />
    </PaymentLayout>
  )
}
