import { useMemo } from 'react'
import { listCountries } from '#contract/platform/countries.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import type { Registrant } from '#contract/site/download-registrant.schema.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { createDeletedRecordApi, toListQuery } from '#web/shared/api/admin/crud.ts'
import { callApi, requestApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'

const deletedRecords = createDeletedRecordApi(callApi, '/api/admin/downloads')

/** Shows the visitors who downloaded the simulator. */
function RegistrantList() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const all = useMemo(() => listCountries(lang), [lang])
  const list = useLoadedListWithUrlQuery<Registrant>({
    pageSizes: pageSizes.long,
    filters: ['country', 'platform', 'userType'],
    sortKeys: listSortKeys.registrants,
    load: async ({ page, perPage, search, filters, sort }, signal) => {
      const query = toListQuery({ page, perPage, search, sort, ...filters })
      const { registrants, totalItems } = await callApi('GET /api/admin/downloads', { query, signal })
      return { rows: registrants, total: totalItems }
    },
  })
  const { formatDateTime } = useDateFormat()
  const mayExport = useHasPermission('privacy')
  const exportCsv = async () => {
    const query = { s: list.query.search, ...list.query.filters }
    return (await requestApi('GET /api/admin/downloads/export', { query })).blob()
  }
  return (
    <RecordListWithToolbarAndActions
      name="downloads"
      entity="download"
      list={list}
      getName={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: t('adminRegistrants.name'),
          noWrap: true,
          render: ({ name }) => <Bdi>{name}</Bdi>,
        },
        {
          key: 'email',
          title: t('adminRegistrants.email'),
          render: ({ email }) => <BreakableEmailAddress>{email}</BreakableEmailAddress>,
        },
        {
          key: 'phone',
          title: t('adminRegistrants.phone'),
          render: ({ phone }) => <bdi dir="ltr">{phone}</bdi>,
        },
        {
          key: 'country',
          title: t('adminRegistrants.country'),
          render: ({ country }) => all.find(({ slug }) => slug === country)?.name ?? country,
        },
        {
          key: 'platform',
          title: t('adminRegistrants.platform'),
          render: ({ platform }) => t(`adminRegistrants.platforms.${platform}`),
        },
        {
          key: 'who',
          title: t('adminRegistrants.userType'),
          render: ({ userType }) => t(`adminRegistrants.userTypes.${userType}`),
        },
        {
          key: 'at',
          title: t('adminRegistrants.at'),
          noWrap: true,
          render: ({ createdAt }) => formatDateTime(createdAt),
        },
      ]}
      filters={[
        {
          name: 'country',
          label: t('adminRegistrants.country'),
          options: all.map(({ slug, name }) => ({ value: slug, label: name })),
        },
        {
          name: 'platform',
          label: t('adminRegistrants.platform'),
          options: (['win', 'mac'] as const).map((value) => ({
            value,
            label: t(`adminRegistrants.platforms.${value}`),
          })),
        },
        {
          name: 'userType',
          label: t('adminRegistrants.userType'),
          options: (['student', 'coach'] as const).map((value) => ({
            value,
            label: t(`adminRegistrants.userTypes.${value}`),
          })),
        },
      ]}
      {...(mayExport ? { exportCsv } : {})}
      remove={(id) => callApi('DELETE /api/admin/downloads', { query: { id } })}
      restore={(id) => callApi('POST /api/admin/downloads/restore', { json: { id } })}
      deletedRecords={deletedRecords}
      purgePermission="privacy"
    />
  )
}

export default function SimulatorDownloadersPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${t('adminEntities.download.many')} · ${t('name')}`}</title>
      <RegistrantList />
    </>
  )
}
