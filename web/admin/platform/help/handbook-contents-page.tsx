import { Anchor, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  getSearchMatchTier,
  normalizeAndSplitSearch,
  normalizeSearchText,
} from '#contract/platform/search-form.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconSearch } from '#web/shared/ui/icons.ts'
import type { Route } from './+types/handbook-contents-page.ts'
import { loadHandbook } from './handbook.ts'
import styles from './help.module.css'

export const clientLoader = () => loadHandbook()

/** Shows the contents of the handbook. A search shows only the headings that contain it. */
export default function HandbookContentsPage({ loaderData: chapters }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const terms = normalizeAndSplitSearch(search)
  const matches = (title: string) => getSearchMatchTier(normalizeSearchText(title), terms) !== undefined
  const found = chapters
    .map((chapter) => ({
      ...chapter,
      sections: matches(chapter.title)
        ? chapter.sections
        : chapter.sections.filter(({ title }) => matches(title)),
    }))
    .filter(({ title, sections }) => sections.length > 0 || matches(title))
  return (
    <Stack maw={760}>
      <title>{`${t('adminHelp.title')} · ${t('name')}`}</title>
      <Title order={1} size="h2">
        {t('adminHelp.title')}
      </Title>
      <Text>{t('adminHelp.intro')}</Text>
      <TextInput
        type="search"
        label={t('adminHelp.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text role="status">{found.length === 0 ? t('adminHelp.nothingFound') : ''}</Text>
      <ol className={styles.contents}>
        {found.map(({ name, title, sections }) => (
          <li key={name} value={chapters.findIndex((chapter) => chapter.name === name) + 1}>
            <Anchor component={Link} to={`/admin/help/${name}`} fw={600}>
              {title}
            </Anchor>
            <List size="sm" listStyleType="none">
              {sections.map((section) => (
                <List.Item key={section.id}>
                  <Anchor component={Link} to={`/admin/help/${name}#${section.id}`} size="sm">
                    {section.title}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          </li>
        ))}
      </ol>
    </Stack>
  )
}
