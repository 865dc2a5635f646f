import { PaymentHead } from '#web/features/payment/parts.tsx'
import styles from '#web/features/payment/payment.module.css'
import { Receipt } from '#web/features/payment/receipt.tsx'
import type { Api } from '#web/lib/api.ts'
import { apiOf, pageContext } from '#web/lib/api-context.ts'
import { siteName } from '#web/lib/site-name.ts'
import { useTranslation } from '#web/lib/texts.ts'
import page from '#web/ui/page.module.css'
import type { Route } from './+types/receipt.ts'

const load = async (api: Api, name: string) => ({ settings: await api.content.settings(name).catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(apiOf(context), context.get(pageContext).siteName)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(apiOf(context), siteName())

/** The receipt of a payment, for its team's owner and administrators. */
export default function PaymentReceipt({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${page.section} ${styles.page}`}>
      <PaymentHead title={t('payment.receipt.title')} />
      <div className={styles.card}>
        <h1>{t('payment.receipt.title')}</h1>
        <Receipt paymentId={params.paymentId} settings={loaderData.settings} />
      </div>
    </div>
  )
}
