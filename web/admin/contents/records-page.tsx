import { browserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/records-page.ts'
import { kindOfPath } from './kind-of-path.ts'
import { RecordList } from './record-list.tsx'

/** The list of the kind of record that the path names: /admin/faqs, /admin/partners … */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const name = kindOfPath(request.url)
  return { name, continents: name === 'organizers' ? await browserApi().content.continents() : [] }
}

export default function List({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { name, continents } = loaderData
  return (
    <>
      <title>{`${t(`adminContent.${name}.title`)} · ${t('name')}`}</title>
      <RecordList key={name} name={name} continents={continents} />
    </>
  )
}
