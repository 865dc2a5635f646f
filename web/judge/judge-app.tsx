import { Alert, Button, Container, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { msPerHour } from '#contract/platform/time.ts'
import { saveLanguage, useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconCloud, IconCloudOff, IconListDetails, IconLogout } from '#web/shared/ui/icons.ts'
import { HeadJudgeTasksPanel } from './head-judge-panel.tsx'
import styles from './judge.module.css'
import { JudgeLoading } from './judge-loading.tsx'
import { JudgeSignIn } from './judge-sign-in.tsx'
import { DeviceSheetsPanel } from './queue-panel.tsx'
import { SheetReviewAndCorrectionPanel } from './review-panel.tsx'
import { SheetEntryOrPicker } from './scoring/sheet-screens.tsx'
import {
  type Judge,
  listQueueStatusKeys,
  splitQueueIntoOwnAndUnsentOfOthers,
  useJudgeStateAndQueueSending,
} from './use-judge-app.ts'

/**
 * Registers the service worker of the judges' app, and looks for a new version every hour and when the app
 * is shown again, because a tablet may stay open for days. Returns a function that installs a new version
 * and reloads, or undefined when there is none.
 */
const useServiceWorker = (): (() => void) | undefined => {
  const [waiting, setWaiting] = useState<ServiceWorker>()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
    let isMounted = true
    let registered: ServiceWorkerRegistration | undefined
    // without a connection the next look finds the new version
    const lookForUpdate = () => void registered?.update().catch(() => undefined)
    const lookWhenShown = () => {
      if (document.visibilityState === 'visible') lookForUpdate()
    }
    const timer = window.setInterval(lookForUpdate, msPerHour)
    document.addEventListener('visibilitychange', lookWhenShown)
    void navigator.serviceWorker
      .register('/judge/service-worker.js', { scope: '/judge/' })
      .then((registration) => {
        registered = registration
        const showWaiting = () => {
          // without a controller this is the first version, which needs no reload
          if (isMounted && registration.waiting && navigator.serviceWorker.controller)
            setWaiting(registration.waiting)
        }
        showWaiting()
        registration.addEventListener('updatefound', () =>
          registration.installing?.addEventListener('statechange', showWaiting),
        )
      })
    return () => {
      isMounted = false
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenShown)
    }
  }, [])
  if (!waiting) return undefined
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    })
    waiting.postMessage('skip-waiting')
  }
}

/** Asks the browser to keep the sheets on this device when its storage is full, or the app is not used for days. */
const usePersistentStorage = (isSignedIn: boolean) => {
  useEffect(() => {
    // pages without HTTPS have no storage manager
    if (isSignedIn && 'storage' in navigator) void navigator.storage.persist().catch(() => undefined)
  }, [isSignedIn])
}

/** Asks before a judge signs out, and warns of sheets that are not sent. These stay on the device. */
function SignOutDialog({
  judge,
  unsentCount,
  onClose,
}: {
  judge: Judge
  unsentCount: number
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('nav.signOut')}
      closeButtonProps={{ 'aria-label': t('judge.close') }}
    >
      <Stack>
        {unsentCount > 0 ? (
          <Alert color="yellow">{t('judge.signOut.unsent', { count: unsentCount })}</Alert>
        ) : null}
        <Text>{t('judge.signOut.text')}</Text>
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('judge.cancel')}
          </Button>
          <Button
            size="md"
            onClick={() => {
              onClose()
              void judge.signOut()
            }}
          >
            {t('nav.signOut')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type Props = { judge: Judge; update: (() => void) | undefined; onToggleQueue: () => void }

/** Shows the judge, the connection, the number of sheets that are not sent yet, and the other language. */
function JudgeHeader({ judge, update, onToggleQueue }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [isSigningOut, setSigningOut] = useState(false)
  const { data, isOnline, queue } = judge
  const unsent = queue.filter(({ state }) => state !== 'sent')
  const hasStopped = splitQueueIntoOwnAndUnsentOfOthers(judge).own.some(({ state }) => state === 'stopped')
  const otherLanguage = lang === 'ar' ? 'en' : 'ar'
  return (
    <header className={styles.header}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0} className={styles.names}>
          <Text fw={700} className={styles.name}>
            <Bdi>{data?.session.judge.name ?? t('judge.title')}</Bdi>
          </Text>
          {data ? (
            <Text size="sm" className={styles.name}>
              <Bdi>{getEventTitleWithFallback(data.session.event.title, lang)}</Bdi>
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
            <Button
              size="md"
              px="sm"
              variant="default"
              aria-label={t('nav.signOut')}
              onClick={() => setSigningOut(true)}
            >
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
      {isSigningOut ? (
        <SignOutDialog judge={judge} unsentCount={unsent.length} onClose={() => setSigningOut(false)} />
      ) : null}
    </header>
  )
}

/** Tells why the sheets on this device wait while the site is read-only; nothing while none waits for that. */
function ReadOnlyAlert({ judge }: { judge: Judge }) {
  const { t } = useTranslation()
  const lang = useLang()
  if (!judge.readOnlyMessage || !listQueueStatusKeys(judge).includes('readOnly')) return null
  return (
    <Alert color="yellow" mb="md">
      {t('judge.queue.notes.readOnly', { message: judge.readOnlyMessage[lang] })}
    </Alert>
  )
}

/**
 * Shows the judges' app: the sign-in, the choice of a team, the sheet, the queue of this device, and the
 * panels of waiting sheets and of head judges.
 */
export function JudgeApp() {
  const judge = useJudgeStateAndQueueSending()
  const update = useServiceWorker()
  const [panel, setPanel] = useState<'queue' | 'reviews' | 'head'>()
  const closePanel = () => setPanel(undefined)
  const { session, data, draft } = judge
  const isSignedIn = session !== undefined && data !== undefined
  usePersistentStorage(isSignedIn)
  if (!judge.isLoaded) return <JudgeLoading />
  const content = () => {
    if (panel === 'queue') return <DeviceSheetsPanel judge={judge} onClose={closePanel} />
    if (!isSignedIn || session.isEnded)
      return <JudgeSignIn judge={judge} onOpenQueue={() => setPanel('queue')} />
    if (panel === 'reviews')
      return <SheetReviewAndCorrectionPanel judge={judge} data={data} onClose={closePanel} />
    if (panel === 'head' && data.session.judge.isHead)
      return <HeadJudgeTasksPanel judge={judge} data={data} onClose={closePanel} />
    return (
      <SheetEntryOrPicker
        judge={judge}
        data={data}
        onOpenReviews={() => setPanel('reviews')}
        onOpenHead={() => setPanel('head')}
      />
    )
  }
  return (
    <>
      <JudgeHeader
        judge={judge}
        // what is typed into a sheet is stored, but not what is typed into a panel
        update={panel === undefined ? update : undefined}
        onToggleQueue={() => setPanel(panel === 'queue' ? undefined : 'queue')}
      />
      <Container component="main" size={draft?.opponent ? 'lg' : 'sm'} py="md" id="content">
        {panel === 'queue' ? null : <ReadOnlyAlert judge={judge} />}
        {content()}
      </Container>
    </>
  )
}
