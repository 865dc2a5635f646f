import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getSiteCode } from '#web/shared/page-attributes.ts'
import type { PublicApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { NoindexPageMetadata } from '#web/shared/ui/noindex-page-metadata.tsx'
import page from '#web/shared/ui/page.module.css'
import type { Route } from './+types/receipt-page.ts'
import styles from './payment.module.css'
import { Receipt } from './receipt.tsx'

const load = async (api: PublicApi, name: string) => ({ settings: await api.content.settings(name).catch(() => null) })
export const loader = ({ context }: Route.LoaderArgs) => load(getLoaderApi(context), context.get(pageContext).siteCode)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => load(getLoaderApi(context), getSiteCode())

/** Shows a page with the receipt of a payment, for the owner of the team and administrators. */
export default function ReceiptPage({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className={`${page.wide} ${page.section} ${styles.page}`}>
      <NoindexPageMetadata title={t('payment.receipt.title')} />
      <div className={styles.card}>
        <h1>{t('payment.receipt.title')}</h1>
        <Receipt paymentId={params.paymentId} settings={loaderData.settings} />
      </div>
    </div>
  )
}
