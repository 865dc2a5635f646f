import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconCloud, IconCloudOff, IconLanguage, IconListDetails, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'
import { SignOutDialog } from './sign-out-dialog.tsx'
import type { Judge } from './use-judge-app.ts'

type Props = { judge: Judge; update: (() => void) | undefined; onToggleQueue: () => void }

/** Shows the judge, the connection, and the number of sheets that are not sent yet. */
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
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Stack gap={0} miw={0} flex={1}>
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
          <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button size="md" variant="default" aria-label={t('judge.menu')} px="sm">
                <IconUserCircle size={22} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                component="a"
                href={otherLanguage === 'ar' ? '/judge/?lang=ar' : '/judge/'}
                leftSection={<IconLanguage size={18} />}
                lang={otherLanguage}
                onClick={() => saveLanguage(otherLanguage)}
              >
                {t('language.switch')}
              </Menu.Item>
              {data ? (
                <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => setSigningOut(true)}>
                  {t('nav.signOut')}
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
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
