import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCloud, IconCloudOff, IconListDetails, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { SignOutDialog } from './sign-out-dialog.tsx'
import type { Judge } from './use-judge-app.ts'

type Props = { judge: Judge; update: (() => void) | undefined; onToggleQueue: () => void }

/** Shows the judge, the connection, the number of sheets that are not sent yet, and the other language. */
export function JudgeHeader({ judge, update, onToggleQueue }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [isSigningOut, setSigningOut] = useState(false)
  const { data, isOnline, queue } = judge
  const unsent = queue.filter(({ state }) => state !== 'sent')
  const hasStopped = unsent.some(({ state }) => state === 'stopped')
  const otherLanguage = lang === 'ar' ? 'en' : 'ar'
  return (
    <header className={styles.header}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0} className={styles.names}>
          <Text fw={700} className={styles.name}>
            <bdi>{data?.session.judge.name ?? t('judge.title')}</bdi>
          </Text>
          {data ? (
            <Text size="sm" className={styles.name}>
              <bdi>{getEventTitleWithFallback(data.session.event.title, lang)}</bdi>
            </Text>
          ) : null}
        </Stack>
        <Group gap="xs" wrap="nowrap" className={styles.actions}>
          <Group gap={4} wrap="nowrap" role="status" data-connection={isOnline ? 'online' : 'offline'}>
            {isOnline ? <IconCloud size={20} aria-hidden /> : <IconCloudOff size={20} aria-hidden />}
            <Text size="sm" fw={600}>
              {t(isOnline ? 'judge.online' : 'judge.offline')}
            </Text>
          </Group>
          <Button
            size="md"
            px="sm"
            variant={unsent.length > 0 ? 'filled' : 'default'}
            {...(hasStopped ? { color: 'red.9' } : {})}
            leftSection={<IconListDetails size={20} />}
            aria-label={`${unsent.length} · ${t('judge.queue.title')}`}
            onClick={onToggleQueue}
          >
            {unsent.length}
          </Button>
          <Button
            component="a"
            href={`/judge/?lang=${otherLanguage}`}
            lang={otherLanguage}
            size="md"
            px="sm"
            variant="default"
            onClick={() => saveLanguage(otherLanguage)}
          >
            {t('language.switch')}
          </Button>
          {data ? (
            <Button size="md" px="sm" variant="default" aria-label={t('nav.signOut')} onClick={() => setSigningOut(true)}>
              <IconLogout size={20} aria-hidden />
            </Button>
          ) : null}
        </Group>
      </Group>
      {update ? (
        <Button variant="light" fullWidth mt="xs" onClick={update}>
          {t('judge.update')}
        </Button>
      ) : null}
      {isSigningOut ? <SignOutDialog judge={judge} unsentCount={unsent.length} onClose={() => setSigningOut(false)} /> : null}
    </header>
  )
}
