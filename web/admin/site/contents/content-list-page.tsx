import { Anchor, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { listCountries } from '#contract/platform/countries.ts'
import { listSortKeys } from '#contract/platform/list-sort.ts'
import type { Localized } from '#contract/platform/localized.ts'
import { pageSizes } from '#contract/platform/page-sizes.ts'
import type { Continent } from '#contract/site/contents.schema.ts'
import { type ContentName, contentEntities } from '#contract/site/contents.ts'
import { RecordListWithToolbarAndActions } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { BreakableEmailAddress, InstantSaveSwitchCell } from '#web/admin/shared/table-cells.tsx'
import { useLoadedListWithUrlQuery } from '#web/admin/shared/use-url-list.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconUpload } from '#web/shared/ui/icons.ts'
import type { Route } from './+types/content-list-page.ts'
import styles from './content-list.module.css'
import { type ContentRecord, contentTypes, getContentNameInUrlOr404 } from './content-types.ts'
import { ImportFaqsDialog } from './import-faqs-dialog.tsx'

/** Shows the list of a content type. */
function ContentList({ name, continents }: { name: ContentName; continents: Continent[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const { calls, fields, nameKey, columns: columnKeys } = contentTypes[name]
  const [importing, setImporting] = useState(false)
  const { toggle } = calls
  const list = useLoadedListWithUrlQuery<ContentRecord>({
    pageSizes: pageSizes.short,
    sortKeys: listSortKeys[name],
    load: async ({ page, perPage, search, sort }, signal) => {
      const { records, total } = await calls.list({ page, perPage, search, sort }, signal)
      return { rows: records, total }
    },
  })
  const countryNames = useMemo(
    () =>
      new Map(
        listCountries(lang).flatMap(({ slug, code, name }) => [
          [slug, name] as const,
          [code.toLowerCase(), name] as const,
        ]),
      ),
    [lang],
  )
  const nameOf = (row: ContentRecord) => {
    const value = row[nameKey] as string | Localized
    return typeof value === 'string' ? value : value[lang]
  }
  const edit = (row: ContentRecord) => `/admin/${name}/${row.id}/edit`
  const plain = (key: string, value: string) => {
    if (key === 'country') return countryNames.get(value) ?? value
    if (key === 'continentId') return continents.find(({ id }) => id === value)?.name[lang] ?? ''
    return value
  }
  const shown = (key: string, value: string) => {
    if (key === 'country') return plain(key, value)
    if (key === 'continentId')
      return (
        <Anchor component={Link} to={`/admin/continents/${value}/edit`}>
          <Bdi>{plain(key, value)}</Bdi>
        </Anchor>
      )
    if (value === '') return null
    return key === 'email' ? (
      <BreakableEmailAddress>{value}</BreakableEmailAddress>
    ) : (
      <bdi dir={key === 'phone' || key === 'link' ? 'ltr' : undefined}>{value}</bdi>
    )
  }
  const set = async (id: string, value: boolean) => {
    await toggle?.(id, value)
    list.updateRows((rows) => rows.map((row) => (row.id === id ? { ...row, active: value } : row)))
    void list.reload()
  }
  const image = fields.find((field) => field.kind === 'image')
  const columns: Column<ContentRecord>[] = [
    ...(image
      ? [
          {
            key: 'picture',
            title: t(`adminContent.${image.label}`),
            render: (row: ContentRecord) => {
              const src = row[image.key] as string | null
              return src ? <img src={src} alt="" className={styles.picture} loading="lazy" /> : null
            },
          },
        ]
      : []),
    {
      key: 'name',
      title: t(name === 'faqs' ? 'adminContent.question' : 'adminContent.name'),
      text: nameOf,
      render: (row) => (
        <Anchor component={Link} to={edit(row)} fw={600}>
          <Bdi>{nameOf(row) || '–'}</Bdi>
        </Anchor>
      ),
    },
    ...fields
      .filter(({ key }) => columnKeys.includes(key))
      .map(({ key, label }) => ({
        key,
        title: t(`adminContent.${label}`),
        number: key === 'position',
        text: (row: ContentRecord) => plain(key, String(row[key] ?? '')),
        render: (row: ContentRecord) => shown(key, String(row[key] ?? '')),
      })),
    ...(toggle
      ? [
          {
            key: 'active',
            title: t('adminContent.active'),
            text: (row: ContentRecord) => row.active ?? false,
            render: (row: ContentRecord) => (
              <InstantSaveSwitchCell
                label={`${t('adminContent.active')}: ${nameOf(row)}`}
                value={row.active ?? false}
                onChange={(value) => set(row.id, value)}
              />
            ),
          },
        ]
      : []),
  ]
  const close = () => setImporting(false)
  return (
    <>
      <RecordListWithToolbarAndActions
        name={name}
        entity={contentEntities[name]}
        list={list}
        columns={columns}
        getName={nameOf}
        {...(name === 'faqs'
          ? {
              tools: (
                <Button
                  variant="default"
                  leftSection={<IconUpload size={18} aria-hidden />}
                  onClick={() => setImporting(true)}
                >
                  {t('adminContent.importFaqs.title')}
                </Button>
              ),
            }
          : {})}
        addPath={`/admin/${name}/new`}
        getEditPath={edit}
        remove={calls.remove}
        restore={calls.restore}
        deletedRecords={calls.deleted}
        {...(toggle ? { activate: toggle } : {})}
      />
      {importing ? (
        <ImportFaqsDialog
          onClose={close}
          onSaved={() => {
            close()
            void list.reload()
          }}
        />
      ) : null}
    </>
  )
}

/** Returns the content type that the path names: /admin/faqs, /admin/partners … */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const name = getContentNameInUrlOr404(request.url)
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
