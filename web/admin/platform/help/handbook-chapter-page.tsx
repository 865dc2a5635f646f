import { Anchor, Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import type { Route } from './+types/handbook-chapter-page.ts'
import { loadHandbook } from './handbook.ts'
import styles from './help.module.css'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const chapters = await loadHandbook()
  const index = chapters.findIndex(({ name }) => name === params.chapter)
  const chapter = chapters[index]
  if (!chapter) throw new Response(null, { status: 404 })
  return { chapter, previous: chapters[index - 1], next: chapters[index + 1] }
}

/** Shows a chapter of the handbook between links to the contents and to its neighbours. */
export default function HandbookChapterPage({
  loaderData: { chapter, previous, next },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  useEffect(() => {
    const article = text.current
    /** Follows a link to another chapter without loading the site again. */
    const followLink = (event: MouseEvent) => {
      const address = (event.target as Element).closest('a')?.getAttribute('href')
      if (!address?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void navigate(address)
    }
    article?.addEventListener('click', followLink)
    return () => article?.removeEventListener('click', followLink)
  }, [navigate])
  return (
    <Stack maw={860}>
      <title>{`${chapter.title} · ${t('adminHelp.title')} · ${t('name')}`}</title>
      <Anchor component={Link} to="/admin/help">
        {t('adminHelp.contents')}
      </Anchor>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build renders it from docs/handbook */}
      <article ref={text} className={styles.chapter} dangerouslySetInnerHTML={{ __html: chapter.html }} />
      <Group component="nav" aria-label={t('adminHelp.chapters')} justify="space-between" mt="xl">
        {previous ? (
          <Anchor component={Link} to={`/admin/help/${previous.name}`}>
            {t('adminHelp.previous', { title: previous.title })}
          </Anchor>
        ) : null}
        {next ? (
          <Anchor component={Link} to={`/admin/help/${next.name}`} className={styles.next ?? ''}>
            {t('adminHelp.next', { title: next.title })}
          </Anchor>
        ) : null}
      </Group>
    </Stack>
  )
}
