import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconClock, IconSnowflake, IconWorldUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { AdminResults } from '#contract/results.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { useResultsSubmit } from './use-results-submit.ts'

type Question = 'now' | 'set' | 'cancel' | 'publish'
type Props = { results: AdminResults; onChange: (results: AdminResults) => void }

/** Freezes the ranking now or at a time, cancels a planned freeze, and publishes a frozen ranking; each after a confirmation. */
export function FreezeForm({ results: { event, freeze }, onChange }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { saving, save } = useResultsSubmit(event.id, onChange)
  const [question, setQuestion] = useState<Question>()
  const [at, setAt] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const isFrozen = freeze?.isFrozen === true
  const format = (instant: string | null | undefined) => `\u2068${formatDateTime(instant ?? '')}\u2069`
  const close = () => setQuestion(undefined)
  const run = (send: () => Promise<AdminResults & { msg: string }>) => void save(send).then(close)
  const askTime = () => {
    const isFuture = at !== null && Date.parse(at) > Date.now()
    setError(isFuture ? undefined : t('adminResults.freeze.past'))
    if (isFuture) setQuestion('set')
  }
  const dialogs = {
    now: {
      title: t('adminResults.freeze.nowQuestion'),
      text: t('adminResults.freeze.nowText'),
      action: t('adminResults.freeze.now'),
      send: () => adminApi.results.freeze(event.id, null),
    },
    set: {
      title: t('adminResults.freeze.setQuestion', { time: format(at) }),
      text: t('adminResults.freeze.setText'),
      action: t('adminResults.freeze.setTime'),
      send: () => adminApi.results.freeze(event.id, at),
    },
    cancel: {
      title: t('adminResults.freeze.cancelQuestion'),
      text: t('adminResults.freeze.cancelText', { time: format(freeze?.freezeAt) }),
      action: t('adminResults.freeze.cancel'),
      send: () => adminApi.results.unfreeze(event.id),
    },
    publish: {
      title: t('adminResults.freeze.publishQuestion'),
      text: t('adminResults.freeze.publishText'),
      action: t('adminResults.freeze.publish'),
      send: () => adminApi.results.unfreeze(event.id),
    },
  } satisfies Record<Question, unknown>
  const dialog = question && dialogs[question]
  return (
    <Stack>
      {freeze ? (
        <Alert color={isFrozen ? 'blue' : 'yellow'}>
          {t(isFrozen ? 'adminResults.freeze.since' : 'adminResults.freeze.planned', { time: format(freeze.freezeAt) })}
        </Alert>
      ) : null}
      {isFrozen ? (
        <Group>
          <Button variant="default" leftSection={<IconWorldUpload size={18} />} onClick={() => setQuestion('publish')}>
            {t('adminResults.freeze.publish')}
          </Button>
        </Group>
      ) : (
        <>
          <Group align="flex-end">
            <DateTimeField label={t('adminResults.freeze.at')} value={at} error={error} onChange={setAt} />
          </Group>
          <Group>
            <Button variant="default" leftSection={<IconClock size={18} />} onClick={askTime}>
              {t('adminResults.freeze.setTime')}
            </Button>
            <Button leftSection={<IconSnowflake size={18} />} onClick={() => setQuestion('now')}>
              {t('adminResults.freeze.now')}
            </Button>
            {freeze ? (
              <Button variant="subtle" c="var(--mantine-color-error)" onClick={() => setQuestion('cancel')}>
                {t('adminResults.freeze.cancel')}
              </Button>
            ) : null}
          </Group>
        </>
      )}
      {dialog ? (
        <ConfirmDialog
          title={dialog.title}
          text={dialog.text}
          action={dialog.action}
          color="oasis"
          busy={saving}
          onClose={close}
          onConfirm={() => run(dialog.send)}
        />
      ) : null}
    </Stack>
  )
}
