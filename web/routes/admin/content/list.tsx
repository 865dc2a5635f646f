import { kindOfPath } from '#web/features/content-admin/kind-of-path.ts'
import { RecordList } from '#web/features/content-admin/record-list.tsx'
import { browserApi } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/list.ts'

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
