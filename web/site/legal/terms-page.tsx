import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import type { Route } from './+types/terms-page.ts'
import { LegalPage, loadLegalPage } from './legal-page.tsx'

export const loader = ({ context }: Route.LoaderArgs) =>
  loadLegalPage(getLoaderApi(context), 'terms', context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  loadLegalPage(getLoaderApi(context), 'terms', getPageLanguage())

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="terms" {...loaderData} />
}
