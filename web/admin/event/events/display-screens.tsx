import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { DisplayScreen, SaveScreenRequest } from '#contract/event/display.schema.ts'
import { type DisplayScene, displayLimits, displayScenes } from '#contract/event/display.ts'
import { languages } from '#i18n/languages.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { LocalizedField } from '#web/admin/shared/text-fields.tsx'
import { useReloadableValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconExternalLink, IconPlus } from '#web/shared/ui/icons.ts'
import { MatchTimerControl } from './match-timer-control.tsx'

type SceneButtonsProps = {
  label: string
  current: DisplayScene | undefined
  isBusy: boolean
  onChoose: (scene: DisplayScene) => void
}

/** Shows a button for each scene. The one that the screen shows is pressed. */
function SceneButtons({ label, current, isBusy, onChoose }: SceneButtonsProps) {
  const { t } = useTranslation()
  const hints: Partial<Record<DisplayScene, string>> = {
    matches: t('adminEvents.display.screens.matchesHint'),
    podium: t('adminEvents.display.screens.podiumHint'),
    tables: t('adminEvents.display.screens.tablesHint'),
  }
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {displayScenes.map((scene) => (
        <Button
          key={scene}
          size="sm"
          variant={scene === current ? 'filled' : 'default'}
          aria-pressed={scene === current}
          title={hints[scene]}
          aria-disabled={isBusy}
          onClick={() => isBusy || onChoose(scene)}
        >
          {t(`adminEvents.display.screens.scenes.${scene}`)}
        </Button>
      ))}
    </Group>
  )
}

type MessageDialogProps = {
  screens: readonly DisplayScreen[]
  send: (message: DisplayScreen['message']) => Promise<void>
  onSaved: () => void
  onClose: () => void
}

/** Asks for the message that one screen or all screens show. */
function MessageDialog({ screens, send, onSaved, onClose }: MessageDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { message: screens[0]?.message ?? { en: '', ar: '' } },
    findProblem: ({ message: { en, ar } }) =>
      en.trim() === '' && ar.trim() === ''
        ? { fields: { 'message.en': t('adminEvents.display.screens.messageNeeded') } }
        : undefined,
    send: ({ message }) => send(message),
    onSaved,
    showsFailureAsToast: true,
  })
  return (
    <FormDialog
      form={form}
      title={t('adminEvents.display.screens.message')}
      size="lg"
      intro={<Text size="sm">{t('adminEvents.display.screens.messageHint')}</Text>}
      onClose={onClose}
    >
      <LocalizedField
        label={t('adminEvents.display.screens.message')}
        long
        limit={displayLimits.message}
        {...form.getLocalizedProps('message')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={form.submitting}>
          {t('adminEvents.display.screens.showMessage')}
        </Button>
      </Group>
    </FormDialog>
  )
}

type NameDialogProps = {
  name: string
  action: string
  send: (name: string) => Promise<void>
  onSaved: () => void
  onClose: () => void
}

/** Asks for the name of a screen. */
function NameDialog({ name, action, send, onSaved, onClose }: NameDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { name },
    send: (values) => send(values.name),
    onSaved,
    showsFailureAsToast: true,
  })
  return (
    <FormDialog form={form} title={action} onClose={onClose}>
      <TextInput
        label={t('adminEvents.display.screens.name')}
        description={t('adminEvents.display.screens.nameHint')}
        dir="auto"
        maxLength={displayLimits.name}
        {...form.getInputProps('name')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={form.submitting}>
          {action}
        </Button>
      </Group>
    </FormDialog>
  )
}

type Dialog =
  | { kind: 'add' }
  | { kind: 'rename' | 'remove'; screen: DisplayScreen }
  | { kind: 'message'; screens: readonly DisplayScreen[] }

/** In milliseconds: how often the screens are loaded again, because another administrator may switch them. */
const refreshMs = 10_000

/**
 * Shows the screens of an event with the scene of each, switches one or all of them, and controls the match
 * timer.
 */
export function ScreensAndTimerManagementPanel({
  eventId,
  buildAddress,
}: {
  eventId: string
  buildAddress: (number: number) => string
}) {
  const { t, i18n } = useTranslation()
  const [dialog, setDialog] = useState<Dialog>()
  const { saving, save } = useSubmitWithToasts()
  const { value: loaded, reload } = useReloadableValueWithErrorToast(
    async () => {
      const display = await callApi('GET /api/admin/events/:eventId/screens', { params: { eventId } })
      return { ...display, clockOffset: Date.parse(display.serverTime) - Date.now() }
    },
    eventId,
    refreshMs,
  )
  if (!loaded) return null
  const { screens, timer, clockOffset } = loaded
  const close = () => setDialog(undefined)
  const finish = () => {
    reload()
    close()
  }
  const saveAndFinish = (request: () => Promise<unknown>) =>
    save(async () => {
      await request()
      return undefined
    }, finish)
  const change = async (changed: readonly DisplayScreen[], fields: Partial<SaveScreenRequest>) => {
    for (const { number, ...screen } of changed)
      await callApi('PUT /api/admin/events/:eventId/screens/:screenNumber', {
        params: { eventId, screenNumber: String(number) },
        json: { ...screen, ...fields },
      })
  }
  const choose = (chosen: readonly DisplayScreen[], scene: DisplayScene) =>
    scene === 'message'
      ? setDialog({ kind: 'message', screens: chosen })
      : void saveAndFinish(() => change(chosen, { scene }))
  return (
    <>
      <Paper withBorder p="md" component="section" aria-labelledby="display-screens">
        <Stack>
          <Group justify="space-between">
            <Title order={3} size="h4" id="display-screens">
              {t('adminEvents.display.screens.title')}
            </Title>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setDialog({ kind: 'add' })}
            >
              {t('adminEvents.display.screens.add')}
            </Button>
          </Group>
          <Text maw={720}>{t('adminEvents.display.screens.intro')}</Text>
          {screens.length === 0 ? <Text c="dimmed">{t('adminEvents.display.screens.none')}</Text> : null}
          {screens.length > 1 ? (
            <Stack gap="xs">
              <Text fw={600}>{t('adminEvents.display.screens.all')}</Text>
              <SceneButtons
                label={t('adminEvents.display.screens.all')}
                current={
                  screens.every(({ scene }) => scene === screens[0]?.scene) ? screens[0]?.scene : undefined
                }
                isBusy={saving}
                onChoose={(scene) => choose(screens, scene)}
              />
            </Stack>
          ) : null}
          {screens.map((screen) => {
            const label = t('adminEvents.display.screens.sceneOf', { name: screen.name })
            return (
              <Stack key={screen.number} gap="xs">
                <Group justify="space-between">
                  <Text fw={600}>
                    {screen.number} · <Bdi>{screen.name}</Bdi>
                  </Text>
                  <Group gap="xs">
                    <Button
                      size="xs"
                      variant="light"
                      component="a"
                      href={buildAddress(screen.number)}
                      target="_blank"
                      leftSection={<IconExternalLink size={16} aria-hidden />}
                    >
                      {joinTexts(
                        [t('adminEvents.display.screens.open'), `/display/${screen.number}`],
                        i18n.language,
                        ' ',
                      )}
                    </Button>
                    <Button size="xs" variant="subtle" onClick={() => setDialog({ kind: 'rename', screen })}>
                      {t('adminEvents.display.screens.rename')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      c="var(--mantine-color-error)"
                      onClick={() => setDialog({ kind: 'remove', screen })}
                    >
                      {t('adminEvents.display.screens.remove')}
                    </Button>
                  </Group>
                </Group>
                <SceneButtons
                  label={label}
                  current={screen.scene}
                  isBusy={saving}
                  onChoose={(scene) => choose([screen], scene)}
                />
                {screen.scene === 'message'
                  ? (['en', 'ar'] as const).map((lang) => (
                      <Text
                        key={lang}
                        size="sm"
                        lang={lang}
                        dir={languages[lang].dir}
                        style={{ whiteSpace: 'pre-line' }}
                      >
                        {screen.message[lang]}
                      </Text>
                    ))
                  : null}
              </Stack>
            )
          })}
        </Stack>
      </Paper>
      <MatchTimerControl eventId={eventId} timer={timer} clockOffset={clockOffset} onChange={reload} />
      {dialog?.kind === 'add' ? (
        <NameDialog
          name=""
          action={t('adminEvents.display.screens.add')}
          send={async (name) => {
            await callApi('POST /api/admin/events/:eventId/screens', {
              params: { eventId },
              json: { name, scene: 'ranking', message: { en: '', ar: '' } },
            })
          }}
          onSaved={finish}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'rename' ? (
        <NameDialog
          name={dialog.screen.name}
          action={t('adminEvents.display.screens.rename')}
          send={(name) => change([dialog.screen], { name })}
          onSaved={finish}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'message' ? (
        <MessageDialog
          screens={dialog.screens}
          send={(message) => change(dialog.screens, { scene: 'message', message })}
          onSaved={finish}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <AdminConfirmDialog
          title={t('adminEvents.display.screens.removeQuestion', {
            name: dialog.screen.name,
          })}
          text={t('adminEvents.display.screens.removeText')}
          action={t('adminEvents.display.screens.remove')}
          busy={saving}
          onClose={close}
          onConfirm={() =>
            void saveAndFinish(() =>
              callApi('DELETE /api/admin/events/:eventId/screens/:screenNumber', {
                params: { eventId, screenNumber: String(dialog.screen.number) },
              }),
            )
          }
        />
      ) : null}
    </>
  )
}
