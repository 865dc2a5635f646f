import { useSearchParams } from 'react-router'
import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/start-payment-page.ts'
import { PaymentLayout } from './payment-layout.tsx'
import { StartPayment } from './start-payment.tsx'

const load = async (api: PublicApi, name: string) => ({ settings: await api.content.settings(name).catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getSiteCode())

/** Shows a page that starts the payment for a team (`?team_id=`). */
export default function StartPaymentPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <PaymentLayout title={t('payment.title')} text={t('payment.text')}>
      <StartPayment teamId={search.get('team_id') ?? ''} contact={loaderData.settings?.contact} />
    </PaymentLayout>
  )
}
