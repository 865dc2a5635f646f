import { Anchor, Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Continent } from '#contract/content.ts'
import { countries } from '#contract/rules/countries.ts'
import type { Language } from '#i18n/languages.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import type { Column } from '#web/admin/shared/data-table.tsx'
import { SwitchCell } from '#web/admin/shared/switch-cell.tsx'
import { useList } from '#web/admin/shared/use-list.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ImportFaqs } from './import-faqs.tsx'
import { type KindName, kinds, type Record_ } from './kinds.ts'
import styles from './record-list.module.css'

/** Page sizes of the short lists (specification, section 9). */
const pageSizes = [10, 25, 100]

/** The list of a kind of record of the site's contents. */
export function RecordList({ name, continents }: { name: KindName; continents: Continent[] }) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const kind = kinds[name]
  const [importing, setImporting] = useState(false)
  const { toggle } = kind
  const list = useList<Record_>({ pageSizes, load: kind.list })
  const countryNames = useMemo(
    () => new Map(countries(lang).flatMap(({ slug, code, name }) => [[slug, name] as const, [code.toLowerCase(), name] as const])),
    [lang],
  )
  const nameOf = (row: Record_) => (typeof row.name === 'string' ? row.name : row.name[lang])
  const edit = (row: Record_) => `/admin/${name}/${row.id}/edit`
  const plain = (key: string, value: string) => {
    if (key === 'country') return countryNames.get(value) ?? value
    if (key === 'continentId') return continents.find(({ id }) => id === value)?.name[lang] ?? ''
    return value
  }
  const shown = (key: string, value: string) => {
    if (key === 'country' || key === 'continentId') return plain(key, value)
    return <bdi dir={key === 'email' || key === 'phone' || key === 'link' ? 'ltr' : undefined}>{value}</bdi>
  }
  const set = async (id: string, value: boolean) => {
    await toggle?.(id, value)
    list.replace((rows) => rows.map((row) => (row.id === id ? { ...row, active: value } : row)))
    void list.reload()
  }
  const picture = kind.fields.find((field) => field.kind === 'picture')
  const columns: Column<Record_>[] = [
    ...(picture
      ? [
          {
            key: 'picture',
            title: t(`adminContent.${picture.label}`),
            render: (row: Record_) => (row.picture ? <img src={row.picture} alt="" className={styles.picture} loading="lazy" /> : null),
          },
        ]
      : []),
    {
      key: 'name',
      title: t(name === 'faqs' ? 'adminContent.question' : 'adminContent.name'),
      text: nameOf,
      render: (row) => (
        <Anchor component={Link} to={edit(row)} fw={600}>
          <bdi>{nameOf(row) || '–'}</bdi>
        </Anchor>
      ),
    },
    ...kind.columns.map(({ key, label }) => ({
      key,
      title: t(`adminContent.${label}`),
      number: key === 'position',
      text: (row: Record_) => plain(key, String(row.values[key] ?? '')),
      render: (row: Record_) => shown(key, String(row.values[key] ?? '')),
    })),
    ...(toggle
      ? [
          {
            key: 'active',
            title: t('adminContent.active'),
            text: (row: Record_) => row.active ?? false,
            render: (row: Record_) => (
              <SwitchCell
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
      <DataList
        name={name}
        title={t(`adminContent.${name}.title`)}
        list={list}
        columns={columns}
        nameOf={nameOf}
        {...(name === 'faqs'
          ? {
              tools: (
                <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setImporting(true)}>
                  {t('adminContent.importFaqs.title')}
                </Button>
              ),
            }
          : {})}
        addTo={`/admin/${name}/new`}
        editTo={edit}
        remove={kind.remove}
        restore={kind.restore}
        {...(toggle ? { activate: toggle } : {})}
      />
      {importing ? (
        <ImportFaqs
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
