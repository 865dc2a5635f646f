import { getLoaderApi, pageContext } from '#web/shared/api-context.ts'
import { getPageLanguage } from '#web/shared/page-attributes.ts'
import type { Route } from './+types/privacy-page.ts'
import { LegalPage, loadLegalPage } from './legal-page.tsx'

export const loader = ({ context }: Route.LoaderArgs) =>
  loadLegalPage(getLoaderApi(context), 'privacy', context.get(pageContext).lang)
export const clientLoader = ({ context }: Route.ClientLoaderArgs) =>
  loadLegalPage(getLoaderApi(context), 'privacy', getPageLanguage())

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage page="privacy" {...loaderData} />
}
