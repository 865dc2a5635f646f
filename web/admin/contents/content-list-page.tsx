import { contentEntities } from '#contract/contents.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/content-list-page.ts'
import { ContentList } from './content-list.tsx'
import { getContentTypeFromUrl } from './get-content-type-from-url.ts'

/** Returns the content type that the path names: /admin/faqs, /admin/partners … */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const name = getContentTypeFromUrl(request.url)
  return { name, continents: name === 'organizers' ? await getBrowserApi().content.continents() : [] }
}

export default function ContentListPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { name, continents } = loaderData
  return (
    <>
      <title>{`${t(`adminEntities.${contentEntities[name]}.many`)} · ${t('name')}`}</title>
      <ContentList key={name} name={name} continents={continents} />
    </>
  )
}
