import { useMemo } from 'react'
import type { Registrant } from '#contract/desk.ts'
import { pageSizes } from '#contract/page-sizes.ts'
import { countries } from '#contract/rules/countries.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { DataList } from '#web/admin/shared/data-list.tsx'
import { useList } from '#web/admin/shared/use-list.ts'
import { adminApi } from '#web/shared/api/admin.ts'
import { useTranslation } from '#web/shared/texts.ts'

/** Who asked for the simulator. */
export function Registrants() {
  const { t, i18n } = useTranslation()
  const lang = i18n.language as Language
  const all = useMemo(() => countries(lang), [lang])
  const list = useList<Registrant>({
    pageSizes: pageSizes.long,
    filters: ['country', 'platform', 'userType'],
    load: ({ page, perPage, search, filters }, signal) => adminApi.downloads.list({ page, perPage, search, ...filters }, signal),
  })
  const moment = new Intl.DateTimeFormat(languages[lang].locale, { dateStyle: 'medium', timeStyle: 'short' })
  const ltr = (text: string) => <bdi dir="ltr">{text}</bdi>
  return (
    <DataList
      name="downloads"
      title={t('adminDesk.downloads')}
      list={list}
      nameOf={({ name }) => name}
      columns={[
        { key: 'name', title: t('adminDesk.name'), render: ({ name }) => <bdi>{name}</bdi> },
        { key: 'email', title: t('adminDesk.email'), render: ({ email }) => ltr(email) },
        { key: 'phone', title: t('adminDesk.phone'), render: ({ phone }) => ltr(phone) },
        {
          key: 'country',
          title: t('adminDesk.country'),
          render: ({ country }) => all.find(({ slug }) => slug === country)?.name ?? country,
        },
        { key: 'platform', title: t('adminDesk.platform'), render: ({ platform }) => t(`adminDesk.platforms.${platform}`) },
        { key: 'who', title: t('adminDesk.who'), render: ({ userType }) => t(`adminDesk.users.${userType}`) },
        { key: 'at', title: t('adminDesk.at'), render: ({ createdAt }) => moment.format(Date.parse(createdAt)) },
      ]}
      filters={[
        { name: 'country', label: t('adminDesk.country'), options: all.map(({ slug, name }) => ({ value: slug, label: name })) },
        {
          name: 'platform',
          label: t('adminDesk.platform'),
          options: (['win', 'mac'] as const).map((value) => ({ value, label: t(`adminDesk.platforms.${value}`) })),
        },
        {
          name: 'userType',
          label: t('adminDesk.who'),
          options: (['student', 'coach'] as const).map((value) => ({ value, label: t(`adminDesk.users.${value}`) })),
        },
      ]}
      exportCsv={() => adminApi.downloads.exportCsv({ search: list.query.search, ...list.query.filters })}
      remove={adminApi.downloads.remove}
    />
  )
}
