import { useNavigate, useRevalidator } from 'react-router'
import { kindOfPath } from '#web/features/content-admin/kind-of-path.ts'
import { kinds } from '#web/features/content-admin/kinds.ts'
import { RecordForm } from '#web/features/content-admin/record-form.tsx'
import { browserApi } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/texts.ts'
import type { Route } from './+types/edit.ts'

/** The form of a new record, or of the one that the path names. */
export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  const name = kindOfPath(request.url)
  const { id } = params as { id?: string }
  const [record, continents] = await Promise.all([
    id ? kinds[name].one(id) : undefined,
    name === 'organizers' ? browserApi().content.continents() : [],
  ])
  return { name, record, continents }
}

export default function Edit({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { name, record, continents } = loaderData
  return (
    <>
      <title>{`${t(record ? `adminContent.${name}.edit` : `adminContent.${name}.new`)} · ${t('name')}`}</title>
      <RecordForm
        key={record ? record.id : `new ${name}`}
        name={name}
        {...(record ? { record } : {})}
        continents={continents}
        onSaved={() => void (record ? revalidate() : navigate(`/admin/${name}`))}
      />
    </>
  )
}
