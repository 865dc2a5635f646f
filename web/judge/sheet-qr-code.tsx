import { Button, Stack } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { QrCode } from '#web/shared/scanner/qr-code.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import type { QueueEntry } from './judge-store.ts'
import { serializeQueueEntries } from './serialize-queue-entries.ts'

/** Shows a sheet as a QR code, which the back office scans when the device cannot send it. */
export function SheetQrCode({ entry }: { entry: QueueEntry }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="subtle" leftSection={<IconQrcode size={20} />} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'judge.queue.hideCode' : 'judge.queue.showCode')}
      </Button>
      {isShown ? (
        <QrCode text={serializeQueueEntries([entry])} label={t('judge.queue.code', { team: `\u2068${entry.teamName}\u2069` })} />
      ) : null}
    </Stack>
  )
}
