import { useNavigate, useRevalidator } from 'react-router'
import { contentEntities } from '#contract/contents.ts'
import { getBrowserApi } from '#web/shared/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/edit-content-page.ts'
import { ContentRecordForm } from './content-record-form.tsx'
import { contentTypes } from './content-types.ts'
import { getContentTypeFromUrl } from './get-content-type-from-url.ts'

/** Loads the record in the path, none for a new one. */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  const name = getContentTypeFromUrl(request.url)
  const { id } = params as { id?: string }
  const [record, continents] = await Promise.all([
    id ? contentTypes[name].calls.one(id) : undefined,
    name === 'organizers' ? getBrowserApi().content.continents() : [],
  ])
  return { name, record, continents }
}

export default function EditContentPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { name, record, continents } = loaderData
  return (
    <>
      <title>{`${t(`adminEntities.${contentEntities[name]}.${record ? 'edit' : 'new'}`)} · ${t('name')}`}</title>
      <ContentRecordForm
        key={record ? record.id : `new ${name}`}
        name={name}
        {...(record ? { record } : {})}
        continents={continents}
        onSaved={() => void (record ? revalidate() : navigate(`/admin/${name}`))}
      />
    </>
  )
}
